import type { KeyValue } from '../platform.ts'
import { type Persisted, persisted, sameShape } from './persist.ts'

/** The member who is signed in; all empty when nobody is. `gender`: 0 unknown, 1 male, 2 female. */
export interface UserInfo {
  id: number
  username: string
  nickname: string
  email: string
  mobile: string
  avatar: string
  gender: number
  birthday: string
  money: number | string
  score: number
  last_login_time: string | number
  last_login_ip: string
  join_time: string | number
  motto: string
  token: string
  refresh_token: string
}

const initial = (): UserInfo => ({
  id: 0,
  username: '',
  nickname: '',
  email: '',
  mobile: '',
  avatar: '',
  gender: 0,
  birthday: '',
  money: '',
  score: 0,
  last_login_time: '',
  last_login_ip: '',
  join_time: '',
  motto: '',
  token: '',
  refresh_token: '',
})

/** A member is signed in when both id and token are present. */
export function isSignedIn(user: Pick<UserInfo, 'id' | 'token'>): boolean {
  return user.id > 0 && user.token !== ''
}

/**
 * Stored under `userInfo`, without personal data in the clear (controls C6, D2): e-mail and mobile are masked; birthday, balance and
 * address of the last sign-in stay in memory and are delivered again at each start.
 */
export function createUserInfo(storage: KeyValue): Persisted<UserInfo> {
  return persisted(storage, {
    key: 'userInfo',
    initial,
    save: (state) => ({ ...state, email: maskEmail(state.email), mobile: maskMobile(state.mobile), ...privateInfo(initial()) }),
    // Another tab's copy of the same member says less than this tab knows.
    load(stored, first, current) {
      const user = sameShape(stored, first)
      return current && current.id === user.id
        ? { ...user, email: current.email, mobile: current.mobile, ...privateInfo(current) }
        : user
    },
  })
}

/** `someone@example.com` → `s***@example.com`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*(?=@)/, '$1***')
}

/** `13900001999` → `139****1999`; what is shorter than seven digits is hidden whole. */
export function maskMobile(mobile: string): string {
  return mobile.length < 7 ? mobile.replace(/./g, '*') : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}

/** What is not stored at all. */
function privateInfo({ birthday, money, score, last_login_ip }: Readonly<UserInfo>): Partial<UserInfo> {
  return { birthday, money, score, last_login_ip }
}
