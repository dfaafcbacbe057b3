import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { dbNow } from '../../core/clock.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { SmsConfigRow, SmsLogRow, SmsTemplateRow } from '../../core/rows.generated.ts'
import type { Services } from '../../core/services.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { SmsError } from './error.ts'
import { dayBegan } from './places.ts'
import { partsOf, type Rendered } from './render.ts'
import { signed } from './smsSender.ts'

export const smsStatus = { waiting: 0, sent: 1, failed: 2 } as const

/** A message that is ready to go. */
export interface Prepared extends Rendered {
  config: SmsConfigRow
  /** Null for a text that has no template. */
  template: SmsTemplateRow | null
  mobile: string
  /** It carries a code: two of these for a number keep their distance. */
  isCode: boolean
  /** The address of who asked for it; '' where nobody did. */
  ip: string
  /** Unix seconds. */
  now: number
}

/** The configuration in use: the default one, or undefined where there is none. */
export async function defaultConfig(db: Reader): Promise<SmsConfigRow | undefined> {
  const { rows } =
    await sql<SmsConfigRow>`select * from sms_config where is_default = 1 and status = 1 order by id limit 1`.execute(db)
  return rows[0]
}

/** The enabled template of an event, with the configuration it goes by: its own while that is enabled, else the default. */
export async function templateOf(
  db: Reader,
  event: string,
): Promise<{ template: SmsTemplateRow; config: SmsConfigRow } | undefined> {
  const { rows } =
    await sql<SmsTemplateRow>`select * from sms_template where event = ${event} and status = 1 order by id limit 1`.execute(db)
  const [template] = rows
  const config = template && (await configOf(db, template))
  return template && config && { template, config }
}

/** The configuration that a template goes by. */
export async function configOf(db: Reader, { config_id }: Pick<SmsTemplateRow, 'config_id'>): Promise<SmsConfigRow | undefined> {
  if (config_id === null) return defaultConfig(db)
  const { rows } = await sql<SmsConfigRow>`select * from sms_config where id = ${config_id} and status = 1`.execute(db)
  return rows[0] ?? defaultConfig(db)
}

/** Records a message that is about to be sent, or what it waits for, and returns its key. */
export async function note(trx: Writer, message: Prepared, values: Rendered['values'] | null): Promise<number> {
  const { config, template, mobile, isCode, ip, content, now } = message
  // Of a code the text around it: six digits would be found by trying.
  const hash = createHash('sha256')
    .update(isCode ? (template?.content ?? '') : content)
    .digest('hex')
  const { rows } = await sql<
    Pick<SmsLogRow, 'id'>
  >`insert into sms_log (config_id, template_id, title, mobile, is_code, "values", content_hash, parts,
      status, error, ip, create_time, update_time)
    values (${config.id}, ${template?.id ?? null}, ${template?.title ?? ''}, ${mobile}, ${isCode ? 1 : 0},
      ${values === null ? null : JSON.stringify(values)}, ${hash}, ${partsOf(signed(config, content))}, ${smsStatus.waiting}, '', ${ip},
      ${now}, ${now}) returning id`.execute(trx)
  return rows[0]?.id ?? 0
}

/** Larger than every key: a message that is not noted yet comes after all others. */
const notNoted = 2_147_483_647

/**
 * Allows a message, or throws Refused when there were too many, or the previous code is too recent. Waiting messages count only those
 * before them. Messages of a number are checked one at a time on all nodes: the lock is held until the transaction ends, so use a
 * transaction that does nothing else.
 */
export async function admit(
  trx: Writer,
  { config, mobile, isCode, ip, now }: Pick<Prepared, 'config' | 'mobile' | 'isCode' | 'ip' | 'now'>,
  id = notNoted,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor_sms ${mobile}`}, 0))`.execute(trx)
  const { rows } = await sql<{ of_mobile: number; of_ip: number; wait: number }>`
    select count(*) filter (where mobile = ${mobile}
        and (status = ${smsStatus.sent} or (status = ${smsStatus.waiting} and id < ${id})))::int as of_mobile,
      count(*) filter (where ip = ${ip} and ip <> '')::int as of_ip,
      coalesce(max(create_time) filter (where mobile = ${mobile} and is_code = 1 and status <> ${smsStatus.failed}), 0)::bigint
        + ${config.interval}::int - ${now}::bigint as wait
    from sms_log where (mobile = ${mobile} or ip = ${ip}) and create_time >= ${dayBegan(now)}`.execute(trx)
  const { of_mobile = 0, of_ip = 0, wait = 0 } = rows[0] ?? {}
  if (of_mobile >= config.day_limit_mobile) throw new Refused('sms.tooManyMobile', { max: config.day_limit_mobile })
  if (of_ip >= config.ip_day_limit) throw new Refused('sms.tooManyIp', { max: config.ip_day_limit })
  if (isCode && wait > 0) throw new Refused('sms.wait', { seconds: Number(wait) })
}

/** Writes down how a message ended; its values go. Nothing where it has ended already. */
export async function settle(trx: Writer, id: number, error: unknown, now: RawBuilder<number> | number = dbNow): Promise<void> {
  const status = error === undefined ? smsStatus.sent : smsStatus.failed
  const { fault, reason } = faultOf(error)
  const { rows } = await sql<
    Pick<SmsLogRow, 'template_id'>
  >`update sms_log set status = ${status}, fault = ${fault}, error = ${reason.slice(0, 255)},
      "values" = null, update_time = ${now} where id = ${id} and status = ${smsStatus.waiting} returning template_id`.execute(trx)
  const [row] = rows
  if (row?.template_id && status === smsStatus.sent)
    await sql`update sms_template set sent_count = sent_count + 1 where id = ${row.template_id}`.execute(trx)
}

/** Why a message was not sent, and what the provider said; null and '' of one that was. */
function faultOf(error: unknown): { fault: SmsLogRow['fault']; reason: string } {
  if (error === undefined) return { fault: null, reason: '' }
  if (error instanceof SmsError) return { fault: error.fault, reason: error.reason }
  const refusals: Readonly<Record<string, SmsLogRow['fault']>> = {
    'sms.tooManyMobile': 'tooMany',
    'sms.noTemplate': 'noTemplate',
  }
  return { fault: (error instanceof Refused ? refusals[error.code] : undefined) ?? 'internal', reason: '' }
}

/** Sends a message at once and notes how it went. Throws Refused (limits) and SmsError (the provider). */
export async function sendNow({ database, sms }: Pick<Services, 'database' | 'sms'>, message: Prepared): Promise<void> {
  const id = await inTransaction(database, async (trx) => {
    await admit(trx, message)
    return note(trx, message, null)
  })
  const ended = (error?: unknown) => inTransaction(database, (trx) => settle(trx, id, error))
  try {
    await sms.carry(message.config, { ...message, providerTemplate: message.template?.provider_template ?? '' })
  } catch (error) {
    await ended(error ?? new Error('sms'))
    throw error
  }
  await ended()
}
