import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { SiteConfig } from '../siteConfig.ts'
import type { AccountKey } from '../transaction/transaction.ts'

/** Where an area keeps who may sign in, and who has. Everything else about signing in is the same for all. */
export interface AccountType {
  /** Table of accounts. */
  accounts: 'admin' | 'user'
  /** Table of sessions, and its column with the account. */
  sessions: 'admin_session' | 'user_session'
  accountType: 'admin_id' | 'user_id'
  /** Accounts (`a`) that may be signed in. */
  enabled: RawBuilder<SqlBool>
  /** The header with the access token. */
  header: 'batoken' | 'ba-user-token'
  /** The site's settings: seconds an access token lives, wrong tries before the long lock and its minutes, single sign-on. */
  lifetime: keyof SiteConfig
  retries: keyof SiteConfig
  lockMinutes: keyof SiteConfig
  singleSignOn: keyof SiteConfig
}

export const accountTypes: Readonly<Record<Area, AccountType>> = {
  admin: {
    accounts: 'admin',
    sessions: 'admin_session',
    accountType: 'admin_id',
    enabled: sql<SqlBool>`a.status = 1`,
    header: 'batoken',
    lifetime: 'admin_token_keep_time',
    retries: 'admin_login_retry',
    lockMinutes: 'admin_login_lock_minutes',
    singleSignOn: 'admin_sso',
  },
  user: {
    accounts: 'user',
    sessions: 'user_session',
    accountType: 'user_id',
    enabled: sql<SqlBool>`(a.status = 'enable' and a.delete_time is null)`,
    header: 'ba-user-token',
    lifetime: 'user_token_keep_time',
    retries: 'user_login_retry',
    lockMinutes: 'user_login_lock_minutes',
    singleSignOn: 'user_sso',
  },
}

/** Id of an account in messages between nodes about changed rights or sessions. */
export function accountKeyOf(area: Area, id: number): AccountKey {
  return area === 'admin' ? id : `user:${id}`
}

/** Parses such an id; undefined for an invalid one. */
export function readAccountKey(payload: string): AccountKey | undefined {
  if (payload === '*') return '*'
  const [, member, id = ''] = /^(user:)?(\d+)$/.exec(payload) ?? []
  if (id === '') return undefined
  return accountKeyOf(member ? 'user' : 'admin', Number(id))
}
