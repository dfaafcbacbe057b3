import { sql } from 'kysely'
import { rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { enqueue } from '../../../../server/core/jobs/queue.ts'
import type { JobKind } from '../../../../server/core/jobs/runner.ts'
import { MailError, sendMail } from '../../../../server/core/mail/send.ts'
import { readMailSettings } from '../../../../server/core/mail/settings.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { Services } from '../../../../server/core/services.ts'
import { readSiteConfig } from '../../../../server/core/siteConfig.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import { SmsError } from '../../../../server/modules/sms/error.ts'
import { readVariables, render } from '../../../../server/modules/sms/render.ts'
import { defaultConfig, type Prepared, sendNow, templateOf } from '../../../../server/modules/sms/send.ts'
import { takesAnyText } from '../../../../server/modules/sms/smsSender.ts'
import type { Counted } from '../command.ts'
import type { ShopNotifyRow, ShopNotifySendRow } from '../rows.generated.ts'
import { type NoticeRule, readNoticeRules } from './settings.ts'

/** Name of the work in the table `job`. */
export const noticeJob = 'notice'

const status = { waiting: 0, sent: 1, failed: 2 } as const

type Fault = NonNullable<ShopNotifySendRow['fault']>

/**
 * Sends inbox rows on by the other channels of their type, to recipients who have an address there: noted in the transaction that wrote them,
 * once for each row and channel, and sent by a job of any node when that has committed.
 */
export async function queueSends(
  trx: Writer,
  ids: readonly number[],
  { id, channels }: Pick<NoticeRule, 'id' | 'channels'>,
  now: number,
): Promise<void> {
  const others = channels.filter((channel) => channel !== 'site')
  if (others.length === 0 || ids.length === 0) return
  const noted = await rowsOf(
    trx,
    sql<
      Pick<ShopNotifySendRow, 'id'>
    >`insert into shop_notify_send (setting_id, notify_id, admin_id, channel, status, tries, create_time, update_time)
      select ${id}::int, n.id, n.admin_id, c.channel, ${status.waiting}, 0, ${now}::bigint, ${now}::bigint
      from shop_notify n join admin a on a.id = n.admin_id cross join unnest(${others}::text[]) as c(channel)
      where n.id = any(${ids}::int[]) and case c.channel when 'email' then a.email else a.mobile end <> ''
      on conflict do nothing returning id`,
  )
  for (const each of noted) await enqueue(trx, noticeJob, each.id)
}

/** What is to be sent, and to whom as they are now. */
type Waiting = Pick<ShopNotifySendRow, 'id' | 'channel' | 'tries' | 'admin_id'> &
  Pick<ShopNotifyRow, 'message_type' | 'message' | 'message_en'> & { email: string; mobile: string }

/** Sends what waits. Each is tried once: one that did not end in time may have arrived all the same. */
export function noticeKind(services: Services): JobKind {
  return {
    async run(job) {
      const taken = await take(job.database.write, job.ref)
      const fault = taken && (taken.tries > 1 ? 'internal' : await deliver(services, taken))
      await inTransaction(job.database, async (trx) => {
        if (taken) await settle(trx, job.ref, fault)
        await job.finish(trx)
      })
    },
    fail: (trx, ref) => settle(trx, ref, 'internal'),
  }
}

/** Counts the try before it is made. Undefined where nothing waits, or its message is gone. */
async function take(db: Writer | Services['database']['write'], id: number): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`update shop_notify_send s set tries = s.tries + 1 from shop_notify n, admin a
    where s.id = ${id} and s.status = ${status.waiting} and n.id = s.notify_id and a.id = s.admin_id
    returning s.id, s.channel, s.tries, s.admin_id, n.message_type, n.message, n.message_en, a.email, a.mobile`.execute(db)
  return rows[0]
}

async function settle(trx: Writer, id: number, fault: Fault | undefined): Promise<void> {
  await sql`update shop_notify_send set status = ${fault === undefined ? status.sent : status.failed}, fault = ${fault ?? null},
    update_time = extract(epoch from now())::bigint where id = ${id} and status = ${status.waiting}`.execute(trx)
}

/** Sends it; returns the reason when it fails. */
async function deliver(services: Services, waiting: Waiting): Promise<Fault | undefined> {
  try {
    return await (waiting.channel === 'email' ? mail(services, waiting) : text(services, waiting))
  } catch (error) {
    if (error instanceof MailError || error instanceof SmsError) return error.fault
    return error instanceof Refused && error.code === 'sms.tooManyMobile' ? 'tooMany' : 'internal'
  }
}

/** In both languages: which one the administrator reads is known only where they are signed in. */
async function mail({ database, settings: { mailOwnNetwork } }: Services, waiting: Waiting): Promise<Fault | undefined> {
  const { email: to, message, message_en } = waiting
  const settings = await readMailSettings(database.read)
  if (!settings) return 'noMail'
  if (to === '') return 'noAddress'
  const { site_name } = await readSiteConfig(database.read)
  const title = await titleOf(database.read, waiting)
  const text = `${message}\n${message_en}\n\n${site_name}\n`
  await sendMail(settings, { to, subject: `${title} - ${site_name}`, text }, { ownNetwork: mailOwnNetwork })
  return undefined
}

/** By the template of the event where there is one; without it by a configuration that takes any text. */
async function text(services: Services, waiting: Waiting): Promise<Fault | undefined> {
  const { mobile, message } = waiting
  const db = services.database.read
  if (mobile === '') return 'noAddress'
  const found = await templateOf(db, 'admin_notice')
  const config = found?.config ?? (await defaultConfig(db))
  if (!config) return 'noSms'
  if (!found && !takesAnyText(config)) return 'noTemplate'
  const caller = { title: await titleOf(db, waiting), text: message }
  const made = found
    ? await render(db, found.template.content, await readVariables(db, found.template.variable_ids), {
        caller,
        values: services.messageValues,
      })
    : { content: message, values: [] }
  const now = Math.floor(Date.now() / 1000)
  const ready: Prepared = { ...made, config, template: found?.template ?? null, mobile, isCode: false, ip: '', now }
  await sendNow(services, ready)
  return undefined
}

const titleOf = async (db: Reader, { message_type }: Waiting) => (await readNoticeRules(db))[message_type].title['zh-cn']

/** Deletes attempts from before `before` (unix seconds). Returns how many. */
export async function purgeSends(trx: Writer, before: number): Promise<number> {
  const gone = await rowOf(
    trx,
    sql<Counted>`with gone as (delete from shop_notify_send where create_time < ${before} returning 1) select count(*)::int as n from gone`,
  )
  return gone?.n ?? 0
}
