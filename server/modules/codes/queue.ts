import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Channel } from '../../../src/schemas/codeEvents.ts'
import { dbNow } from '../../core/clock.ts'
import type { Context, Lang } from '../../core/context.ts'
import type { Database, Writer } from '../../core/db/connect.ts'
import type { Core } from '../../core/http/makeContext.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import type { Job, JobKind } from '../../core/jobs/runner.ts'
import { MailError } from '../../core/mail/send.ts'
import type { QueuedMessageRow } from '../../core/rows.generated.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { SmsError } from '../sms/error.ts'
import { type Message, wayOf } from './deliver.ts'

/** Name of the work in the table `job`. */
export const messageJob = 'message'

/** A row goes once its message is sent; what is left waits, or came to nothing. */
const messageStatus = { waiting: 0, failed: 2 } as const

/** Seconds after a try in vain until the next one; the last holds for all that follow. */
const pauses = [15, 60, 300, 1800, 7200] as const
/** Seconds that a message is tried for. */
const usualPatience = 86_400
/** Seconds that a failed message is shown. */
const keptFailed = 30 * 86_400

/** Why another try would fail like the first. */
const lasting: readonly string[] = ['address', 'ownNetwork']

/** A message on its way to an address. */
export interface Letter {
  channel: Channel
  address: string
  /** Null: nobody is there. It is queued all the same, so that the time an answer takes does not give away who has an account. */
  message: Message | null
}

/** What is kept of it besides: who asked, and in which language. */
type Sealed = Letter & { lang: Lang; ip: string }

const sealUse = 'queued message'

/**
 * Queues a message in the transaction that causes it: it is sent once that has committed, by any node, and tried again while the mail server
 * is down, for `patience` seconds at most. The table holds it sealed: it may carry a code.
 */
export async function queueMessage(
  trx: Writer,
  { services, lang, ip }: Pick<Context, 'services' | 'lang' | 'ip'>,
  letter: Letter,
  patience = usualPatience,
): Promise<void> {
  const { rows } = await sql<Pick<QueuedMessageRow, 'id'>>`
    insert into queued_message (channel, status, attempts, fault, until_time, create_time, update_time)
    values (${letter.channel}, ${messageStatus.waiting}, 0, '', ${dbNow} + ${patience}::bigint, ${dbNow}, ${dbNow}) returning id`.execute(
    trx,
  )
  const id = rows[0]?.id ?? 0
  const sealed: Sealed = { ...letter, lang, ip }
  const body = await services.secretBox.close(sealUse, id, JSON.stringify(sealed))
  await sql`update queued_message set body = ${body} where id = ${id}`.execute(trx)
  await enqueue(trx, messageJob, id)
}

/** Queues a word of what has happened to an address, in the transaction of it, if there is a way to that address. */
export async function report(trx: Writer, ctx: Context, letter: Letter): Promise<void> {
  if (await wayOf(ctx, letter.channel)) await queueMessage(trx, ctx, letter)
}

/**
 * Sends what is queued. A mail that was taken when the node died goes again, under the same message id; a short message does not, for the
 * provider may have sent it, and is paid.
 */
export function messageKind(core: Core, log: FastifyBaseLogger): JobKind {
  return {
    quick: true,
    async run(job) {
      const row = await begin(job)
      const fault = row && (await send(core, row, log))
      await inTransaction(job.database, async (trx) => {
        const pause = row && fault ? await pauseOf(trx, row, fault) : undefined
        if (pause !== undefined) {
          await sql`update queued_message set fault = ${fault}, update_time = ${dbNow} where id = ${job.ref}`.execute(trx)
          return job.postpone(trx, pause)
        }
        if (fault) await noteFailure(trx, job.ref, fault)
        else await sql`delete from queued_message where id = ${job.ref}`.execute(trx)
        await job.finish(trx)
      })
      if (row && fault)
        log.warn({ message: row.id, channel: row.channel, attempts: row.attempts, fault }, 'a message was not sent')
    },
    fail: (trx, ref) => noteFailure(trx, ref, 'internal'),
  }
}

type Waiting = Pick<QueuedMessageRow, 'id' | 'channel' | 'body' | 'attempts' | 'create_time'>

/** Counts the try before it is made; undefined where nothing waits any more. */
async function begin(job: Job): Promise<Waiting | undefined> {
  return inTransaction(job.database, async (trx) => {
    const { rows } = await sql<Waiting>`update queued_message set attempts = attempts + 1, update_time = ${dbNow}
      where id = ${job.ref} and status = ${messageStatus.waiting} returning id, channel, body, attempts, create_time`.execute(trx)
    await job.hold(trx)
    return rows[0]
  })
}

/** Sends it; why it was not sent, undefined when it was. */
async function send({ schema, services }: Core, row: Waiting, log: FastifyBaseLogger): Promise<string | undefined> {
  if (row.channel === 'mobile' && row.attempts > 1) return 'interrupted'
  const text = await services.secretBox.open(sealUse, row.id, row.body ?? '')
  if (text === undefined) return 'unreadable'
  const { channel, address, message, lang, ip }: Sealed = JSON.parse(text)
  if (!message) return undefined
  const now = Math.floor(Date.now() / 1000)
  const say: Context['text'] = (word, params) => schema.words.text(lang, null, word, params)
  try {
    const deliver = await wayOf({ services, text: say, ip, now }, channel)
    if (!deliver) return 'noWay'
    await deliver(address, message, `${row.id}.${row.create_time}`)
    return undefined
  } catch (error) {
    if (error instanceof MailError || error instanceof SmsError) return error.fault
    log.warn({ err: error, message: row.id }, 'a message was not sent')
    return 'internal'
  }
}

/** Seconds until the next try; undefined where there is none: the fault lasts, or the message would come too late. */
async function pauseOf(trx: Writer, { id, channel, attempts }: Waiting, fault: string): Promise<number | undefined> {
  if (channel === 'mobile' || fault === 'unreadable' || lasting.includes(fault)) return undefined
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? pauses[0]
  const { rows } = await sql`select 1 as one from queued_message
    where id = ${id} and until_time > ${dbNow} + ${pause}::bigint`.execute(trx)
  return rows.length === 1 ? pause : undefined
}

async function noteFailure(trx: Writer, id: number, fault: string): Promise<void> {
  await sql`update queued_message set status = ${messageStatus.failed}, fault = ${fault.slice(0, 50)}, body = null, update_time = ${dbNow}
    where id = ${id}`.execute(trx)
}

/** Deletes messages that failed long ago. */
export async function purgeMessages(database: Database): Promise<void> {
  await sql`delete from queued_message where status = ${messageStatus.failed} and update_time < ${dbNow} - ${keptFailed}::bigint`.execute(
    database.write,
  )
}
