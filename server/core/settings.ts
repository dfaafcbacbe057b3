import { resolve } from 'node:path'
import { moduleSettings } from './environment/moduleSettings.ts'
import type { SettingRow, Settings } from './environment/settingRow.ts'

const port = (key: 'port' | 'feedPort') => (text: string) => {
  const number = Number(text)
  return /^\d{1,5}$/.test(text) && number <= 65_535 ? { [key]: number } : undefined
}
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\/.+/.test(text) && URL.canParse(text)
const isHost = (text: string) => hostName.test(text) || /^\[?[0-9a-f:.]+\]?$/i.test(text)

/** Every setting, in the order of the README. */
export const settingRows: SettingRow[] = [
  {
    name: 'HOST',
    default: '127.0.0.1',
    what: 'The address to listen on; 0.0.0.0 makes the server reachable from other machines.',
    allowed: 'a host name or an IP address',
    read: (text) => (isHost(text) ? { host: text } : undefined),
  },
  {
    name: 'PORT',
    default: '8000',
    what: 'The port of pages and calls; 0 takes a free one.',
    allowed: 'a whole number from 0 to 65535',
    read: port('port'),
  },
  {
    name: 'FEED_PORT',
    default: '2828',
    what: 'The port of the live feed; 0 takes a free one.',
    allowed: 'a whole number from 0 to 65535',
    read: port('feedPort'),
  },
  {
    name: 'KONTOR_DATA',
    default: '.kontor',
    what: 'The directory with the embedded database and the uploaded files.',
    allowed: 'a path',
    read: (text) => (text.includes('\0') ? undefined : { dataDir: resolve(text) }),
  },
  {
    name: 'DATABASE_URL',
    default: '',
    what: 'The URL of a PostgreSQL (15 or newer) to use in place of the embedded one.',
    allowed: 'a URL like postgresql://user:password@host:5432/database',
    read: (text) => (text === '' ? {} : isDatabaseUrl(text) ? { databaseUrl: text } : undefined),
  },
  {
    name: 'KONTOR_DATABASE_MEMORY',
    default: '',
    what: 'The memory in MB that the embedded database plans with; when absent half of what the machine or its container has.',
    allowed: 'a whole number from 256 to 1048576',
    read: (text) => {
      const number = Number(text)
      if (text === '') return {}
      return /^\d{3,7}$/.test(text) && number >= 256 && number <= 1_048_576 ? { databaseMemory: number } : undefined
    },
  },
  {
    name: 'KONTOR_ADMIN_PASSWORD',
    default: '',
    what: "The owner's password at the first start; when absent a random one is made and printed once.",
    allowed: '6 to 32 characters without & < > " \'',
    read: (text) => (text === '' ? {} : /^[^&<>"']{6,32}$/.test(text) ? { adminPassword: text } : undefined),
  },
  {
    name: 'KONTOR_SECRET',
    default: '',
    what: 'What secrets in the database are encrypted with; when absent a key is made in secret.key below KONTOR_DATA. Servers that share a database need the same.',
    allowed: '32 to 1000 characters',
    read: (text) => (text === '' ? {} : text.length >= 32 && text.length <= 1000 ? { secret: text } : undefined),
  },
  {
    name: 'KONTOR_LOGIN_CAPTCHA',
    default: '0',
    what: "Whether signing in to the back office always asks for a captcha; with 0 the site's configuration says it.",
    allowed: '0 or 1',
    read: (text) => (/^[01]$/.test(text) ? { loginCaptcha: text === '1' } : undefined),
  },
  {
    name: 'KONTOR_DEMO',
    default: '1',
    what: 'Whether the first start fills the modules that are on with demo data, and makes demo administrators.',
    allowed: '0 or 1',
    read: (text) => (/^[01]$/.test(text) ? { demo: text === '1' } : undefined),
  },
  {
    name: 'KONTOR_HOSTS',
    default: '',
    what: 'Further hosts under which the server may be called, separated by commas, such as that of a proxy before it.',
    allowed: 'host names or IP addresses, each with a port if it has one, separated by commas',
    read: (text) => {
      const hosts = text.split(',').map((each) => each.trim().toLowerCase())
      const given = hosts.filter((each) => each !== '')
      return given.every((each) => isHost(each.replace(/:\d{1,5}$/, ''))) ? { hosts: given } : undefined
    },
  },
  {
    name: 'KONTOR_COMPONENT',
    default: 'page',
    what: "How menu rules name a screen: by its page, or by the path of a view, which BuildAdmin's own client needs.",
    allowed: 'page or buildadmin',
    read: (text) => (text === 'page' || text === 'buildadmin' ? { component: text } : undefined),
  },
  {
    name: 'KONTOR_EDITOR',
    default: '1',
    what: 'Whether rich text may be edited in forms; with 0 it is only shown.',
    allowed: '0 or 1',
    read: (text) => (/^[01]$/.test(text) ? { editor: text === '1' } : undefined),
  },
  {
    name: 'KONTOR_TERMINAL',
    default: '0',
    what: 'Whether super administrators may run the commands of the terminal, which is no shell.',
    allowed: '0 or 1',
    read: (text) => (/^[01]$/.test(text) ? { terminal: text === '1' } : undefined),
  },
  {
    name: 'KONTOR_MAIL_OWN_NETWORK',
    default: '0',
    what: "Whether the mail server of the site's configuration may have an address in the own network.",
    allowed: '0 or 1',
    read: (text) => (/^[01]$/.test(text) ? { mailOwnNetwork: text === '1' } : undefined),
  },
  {
    name: 'KONTOR_SMS_OWN_NETWORK',
    default: '0',
    what: 'Whether providers of short messages may have an address in the own network, and be spoken to without encryption.',
    allowed: '0 or 1',
    read: (text) => (/^[01]$/.test(text) ? { smsOwnNetwork: text === '1' } : undefined),
  },
  {
    name: 'KONTOR_PAYMENTS',
    default: '',
    what: 'Where WeChat Pay and Alipay lead: nowhere, to a sandbox in which no money moves, or to one that runs elsewhere; when absent a demo has the sandbox.',
    allowed: 'none, sandbox or the URL of a sandbox',
    read: (text) => {
      if (text === '') return {}
      const isUrl = /^https?:\/\/[^/]/.test(text) && URL.canParse(text)
      return text === 'none' || text === 'sandbox' || isUrl ? { payments: text } : undefined
    },
  },
  {
    name: 'KONTOR_PAYMENT_KEY',
    default: '',
    what: 'What a sandbox that runs elsewhere and this server sign their calls with.',
    allowed: '32 to 1000 characters',
    read: (text) => (text === '' ? {} : text.length >= 32 && text.length <= 1000 ? { paymentKey: text } : undefined),
  },
  {
    name: 'KONTOR_ENTRANCE',
    default: '',
    what: "The path under which the back office is found, and no other; when absent the site's configuration says it, which starts with /admin.",
    allowed: 'a path of one part, such as /admin or /office, of letters, digits, - and _',
    read: (text) => (text === '' ? {} : isEntrance(text) ? { entrance: text } : undefined),
  },
  ...moduleSettings,
]

/** First parts of paths that mean something else. */
const reserved = new Set(
  '/api /user /assets /audio /static /storage /demo /docs /help /healthz /readyz /wss /404 /401'.split(' '),
)

/** May the back office have this path? */
export function isEntrance(path: string): boolean {
  return /^\/[A-Za-z][\w-]*$/.test(path) && !reserved.has(path.toLowerCase())
}

/** Names whose values are not repeated in an error message. */
const secret = new Set(['DATABASE_URL', 'KONTOR_ADMIN_PASSWORD', 'KONTOR_SECRET', 'KONTOR_PAYMENT_KEY'])

/** One or more variables have values that are not allowed; the message has a line for each. */
export class SettingsError extends Error {}

/** Reads the settings from environment variables. Throws `SettingsError` naming every bad one, what was found and what is allowed. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const wrong: string[] = []
  const parts: Partial<Settings>[] = []
  for (const row of settingRows) {
    const given = env[row.name] ?? row.default
    const written = secret.has(row.name) ? given : given.trim() // blanks may belong to a password
    const text = row.emptyCounts ? written : written || row.default
    const part = row.read(text)
    if (part) parts.push(part)
    else
      wrong.push(
        `${row.name} is ${secret.has(row.name) ? 'set to something else' : JSON.stringify(text)}: allowed is ${row.allowed}.`,
      )
  }
  const settings = Object.assign({}, ...parts) as Settings
  if (settings.port && settings.port === settings.feedPort)
    wrong.push(`PORT and FEED_PORT are both ${settings.port}: they must differ.`)
  if (settings.payments?.startsWith('http') && !settings.paymentKey)
    wrong.push('KONTOR_PAYMENT_KEY is not set: a sandbox at a URL needs it.')
  if (settings.moduleCatalogue?.startsWith('http:') && !settings.catalogueOwnNetwork)
    wrong.push('KONTOR_MODULE_CATALOGUE begins with http:// and KONTOR_CATALOGUE_OWN_NETWORK is 0: use https://.')
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return settings
}
