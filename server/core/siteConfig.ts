import type { Kysely } from 'kysely'
import type { UploadLimits } from '../../src/schemas/api/upload.ts'
import type { Db } from './db/connect.ts'

/** What the site's owner may set, kept in the table `config`; a name without a row has its default. */
const defaults = {
  site_name: 'Kontor',
  version: '0.1.0',
  cdn_url: '',
  upload_max_size: '10485760',
  upload_save_name: '/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}',
  upload_suffixes: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3',
  upload_mime_types: '',
  /** Bytes that one administrator's uploads may take together. */
  upload_quota: '2147483648',
  /** The same of one member. */
  upload_member_quota: '52428800',
  /** Seconds an administrator's access token lives; 3 days at most. */
  admin_token_keep_time: '259200',
  /** Wrong passwords after which an account is locked; 0: never. */
  admin_login_retry: '10',
  /** Minutes of that lock. */
  admin_login_lock_minutes: '1440',
  /** The same of members. */
  user_token_keep_time: '259200',
  user_login_retry: '10',
  /** Whether signing in asks for a captcha, of administrators and of members: 1 or 0. */
  admin_login_captcha: '0',
  user_login_captcha: '0',
  /** Whether members may sign in, and new ones register: 1 or 0. */
  open_member_center: '1',
  user_register: '1',
  /** By what: a list of email, mobile and name (the account's name alone). */
  register_channels: '["email","mobile"]',
  record_number: '',
  /** Days for which the administrators' log is kept. */
  log_keep_days: '180',
  /** Origins that frames of the menu may show, one a line (frames.ts). */
  iframe_hosts: '',
} as const

export type SiteConfig = Record<keyof typeof defaults, string>

/** Reads the site's settings. */
export async function readSiteConfig(db: Kysely<Db>): Promise<SiteConfig> {
  const rows = await db.selectFrom('config').select(['name', 'value']).where('name', 'in', Object.keys(defaults)).execute()
  return { ...defaults, ...Object.fromEntries(rows.map((row) => [String(row.name), String(row.value ?? '')])) }
}

/** What may be uploaded, as the site's settings say it. */
export function uploadLimits(config: SiteConfig): UploadLimits {
  return {
    maxSize: numberOf(config, 'upload_max_size', 0, 1024 ** 3),
    allowedSuffixes: config.upload_suffixes,
    allowedMimeTypes: config.upload_mime_types ? config.upload_mime_types.split(',') : [],
  }
}

/** A whole number of the settings, kept between bounds; the default where the text is none. */
export function numberOf(config: SiteConfig, name: keyof SiteConfig, min: number, max: number): number {
  const number = Number(config[name])
  return Math.min(max, Math.max(min, Number.isInteger(number) ? number : Number(defaults[name])))
}
