import type { Kysely } from 'kysely'
import type { UploadLimits } from '../../src/schemas/api/upload.ts'
import { isObject } from '../../src/schemas/isObject.ts'
import type { Db } from './db/connect.ts'
import { zoneOffsetsOf } from './environment/zoneOffsets.ts'

/** What the site's owner may set, kept in the table `config`; a name without a row has its default. */
const defaults = {
  site_name: 'Kontor',
  /** The path of the back office, where KONTOR_ENTRANCE does not set it. */
  backend_entrance: '/admin',
  /** IANA name of the zone in which days begin and times are read and shown. */
  time_zone: 'Asia/Shanghai',
  /** The language of callers that name none. */
  default_lang: 'zh-cn',
  /** The picture in the place of the logo. */
  logo: '',
  /** IP addresses and networks that are refused, one a line. */
  no_access_ip: '',
  /** Set in the terminal (protocol 1.8); no command uses it. */
  terminal_manager: 'npm',
  version: '0.1.0',
  cdn_url: '',
  upload_max_size: '10485760',
  /** Pixels of the longer edge to which uploaded pictures are scaled down; 0: as they are. */
  image_max_edge: '4096',
  /** How the addresses of uploads are made (saveName.ts). */
  upload_save_name: '/storage/{topic}/{year}{mon}{day}/{fileSha1}{.suffix}',
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
  user_login_lock_minutes: '1440',
  /** Days a session with a refresh token lives, in both areas. */
  refresh_token_days: '30',
  /** Whether a new sign-in ends the account's other sessions: 1 or 0. */
  admin_sso: '0',
  user_sso: '0',
  /** Whether signing in asks for a captcha, of administrators and of members: 1 or 0. */
  admin_login_captcha: '0',
  user_login_captcha: '0',
  /** Whether members may sign in, and new ones register: 1 or 0. */
  open_member_center: '1',
  open_register: '1',
  /** By what: a list of email, mobile and name (the account's name alone). */
  register_channels: '["email","mobile"]',
  /** By what members sign in with a code and no password: a list of email and mobile. */
  login_channels: '["email","mobile"]',
  record_number: '',
  /** Days for which the administrators' log is kept. */
  log_keep_days: '180',
  /** Days for which the changes of records are kept. */
  history_keep_days: '365',
  /** Origins that frames of the menu may show, one a line (frames.ts). */
  iframe_hosts: '',
  /** Whether super administrators may save screens in the designer: 1 or 0. */
  allow_generator: '0',
  /** Origins whose pages may call the server, one a line (cors.ts). */
  cors_domains: '',
  /** Whether packages without a signature may be installed: 1 or 0. */
  allow_unsigned_modules: '0',
  /** Minutes without a request after which an administrator is signed out; 0: never. */
  idle_logout_minutes: '0',
  /** Routes (`[{ key: title, value: route }]`) that the dashboard offers as buttons. */
  config_quick_entrance: '[]',
  /** Times of day between which administrators sign in; none: always. */
  login_window_start: '',
  login_window_end: '',
} as const

export type SiteConfig = Record<keyof typeof defaults, string>

/** The settings of a site where nobody has changed one. */
export const siteDefaults: SiteConfig = defaults

/** SQL: the site's time zone, for statements that are written before anybody has asked for the settings. */
export const siteZone = `coalesce((select nullif(value, '') from config where name = 'time_zone'), '${defaults.time_zone}')`

/** Reads the site's settings. */
export async function readSiteConfig(db: Kysely<Db>): Promise<SiteConfig> {
  const rows = await db.selectFrom('config').select(['name', 'value']).where('name', 'in', Object.keys(defaults)).execute()
  return { ...defaults, ...Object.fromEntries(rows.map((row) => [String(row.name), String(row.value ?? '')])) }
}

/** What every page shows of the site. */
export function shownOf(config: SiteConfig) {
  return {
    siteName: config.site_name,
    recordNumber: config.record_number,
    logo: config.logo,
    timeZone: config.time_zone,
    zoneOffsets: zoneOffsetsOf(config.time_zone),
    version: config.version,
    cdnUrl: config.cdn_url,
  }
}

/** A button of the dashboard: its title, and the name of the menu item that it opens. */
export interface QuickEntrance {
  key: string
  value: string
}

/** The quick entrances that the site is set to. */
export function quickEntrances(config: SiteConfig): QuickEntrance[] {
  const list: unknown = parseJson(config.config_quick_entrance)
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map(({ key, value }) => ({ key: String(key ?? ''), value: String(value ?? '') }))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
