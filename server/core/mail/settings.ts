import type { Reader } from '../db/connect.ts'

/** The mail server and the sender, as the tab "mail" of routine/config has them. */
export interface MailSettings {
  smtp_server: string
  smtp_port: number
  smtp_user: string
  smtp_pass: string
  /** SSL: encrypted from the start; TLS: STARTTLS, without which nothing is sent; none: plain text. */
  smtp_verification: 'SSL' | 'TLS' | 'none'
  smtp_sender_mail: string
  smtp_sender_name: string
}

/** Names of the settings, with their defaults (those of the page). */
const defaults: Readonly<Record<keyof MailSettings, string>> = {
  smtp_server: '',
  smtp_port: '465',
  smtp_user: '',
  smtp_pass: '',
  smtp_verification: 'SSL',
  smtp_sender_mail: '',
  smtp_sender_name: 'Kontor',
}

/** Every setting of the tab. */
export const mailSettingNames = Object.keys(defaults)

/** The site's mail settings; null unless every one is filled in (protocol 1.4): no mail is sent then. */
export async function readMailSettings(db: Reader): Promise<MailSettings | null> {
  const rows = await db.selectFrom('config').select(['name', 'value']).where('name', 'in', Object.keys(defaults)).execute()
  return mailSettingsOf(Object.fromEntries(rows.map((row) => [String(row.name), row.value])))
}

/** The same of values that may not be saved yet: an absent one has its default, an empty one makes it null. */
export function mailSettingsOf(values: Readonly<Record<string, unknown>>): MailSettings | null {
  const texts = Object.fromEntries(Object.entries(defaults).map(([name, text]) => [name, String(values[name] ?? text).trim()]))
  if (Object.values(texts).includes('')) return null
  const kept = texts as Record<keyof MailSettings, string>
  const verification = kept.smtp_verification === 'TLS' || kept.smtp_verification === 'none' ? kept.smtp_verification : 'SSL'
  // A password is what was typed: not trimmed.
  const smtp_pass = String(values.smtp_pass ?? '')
  return { ...kept, smtp_pass, smtp_port: Number(kept.smtp_port), smtp_verification: verification }
}
