import type { KeyValue } from '../platform.ts'
import { adminInfoKey } from './keys.ts'
import { type Persisted, persisted, sameShape } from './persist.ts'

/** The administrator who is signed in; all empty when nobody is. */
export interface AdminInfo {
  id: number
  username: string
  nickname: string
  avatar: string
  last_login_time: string
  token: string
  refresh_token: string
  super: boolean
}

const initial = (): AdminInfo => ({
  id: 0,
  username: '',
  nickname: '',
  avatar: '',
  last_login_time: '',
  token: '',
  refresh_token: '',
  super: false,
})

/** Kept under `adminInfo`: every key (it holds no personal data besides the names). */
export function createAdminInfo(storage: KeyValue): Persisted<AdminInfo> {
  return persisted(storage, { key: adminInfoKey, initial, save: (state) => ({ ...state }), load: sameShape })
}

/** Takes what the server sent of the administrator; the tokens stay, and members the store does not have are left out. */
export function takeAdminInfo(store: AdminInfo, sent: Partial<AdminInfo>): void {
  store.id = Number(sent.id) || 0
  store.super = sent.super === true
  for (const key of ['username', 'nickname', 'avatar', 'last_login_time'] as const) store[key] = String(sent[key] ?? '')
}
