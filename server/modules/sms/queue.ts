import { sql } from 'kysely'
import type { Writer } from '../../core/db/connect.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import type { JobKind } from '../../core/jobs/runner.ts'
import { Refused } from '../../core/refuse.ts'
import type { SmsConfigRow, SmsLogRow, SmsTemplateRow } from '../../core/rows.generated.ts'
import type { Services } from '../../core/services.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { type Given, type Rendered, readVariables, render } from './render.ts'
import { admit, note, settle, smsStatus, templateOf } from './send.ts'

/** Name of the work in the table `job`. */
export const smsJob = 'sms'

/**
 * Queues a message to a number in the transaction of its event: a job on any node sends it after the commit, so a failing provider undoes
 * nothing, and the daily limit of a number is checked there. Does nothing when no template of the event is in use.
 */
export async function queueSms(
  trx: Writer,
  { event, mobile, now, ...given }: { event: string; mobile: string; now: number } & Omit<Given, 'code'>,
): Promise<void> {
  if (mobile === '') return
  const found = await templateOf(trx, event)
  if (!found) return
  const { template } = found
  const text = await render(trx, template.content, await readVariables(trx, template.variable_ids), given)
  const id = await note(trx, { ...text, ...found, mobile, isCode: false, ip: '', now }, text.values)
  await enqueue(trx, smsJob, id)
}

type Waiting = Pick<SmsLogRow, 'id' | 'mobile' | 'status'> & {
  /** Unix seconds. */
  noted: number
  /** `Rendered['values']` as JSON. */
  values: string | null
  template: SmsTemplateRow | null
  config: SmsConfigRow | null
}

/** Sends what waits. A provider is asked once: one that did not answer in time may have sent it all the same. */
export function smsKind(services: Services): JobKind {
  return {
    async run(job) {
      const { rows } =
        await sql<Waiting>`select l.id, l.mobile, l.status, coalesce(l.create_time, 0) as noted, l."values", to_jsonb(t) as template, to_jsonb(c) as config
        from sms_log l left join sms_template t on t.id = l.template_id left join sms_config c on c.id = l.config_id
        where l.id = ${job.ref}`.execute(job.database.read)
      const [message] = rows
      let fault: unknown
      if (message && message.status === smsStatus.waiting)
        fault = await carry(services, message).then(
          () => undefined,
          (error: unknown) => error ?? new Error('sms'),
        )
      await inTransaction(job.database, async (trx) => {
        await settle(trx, job.ref, fault)
        await job.finish(trx)
      })
    },
    fail: (trx, ref, error) => settle(trx, ref, error ?? new Error('sms')),
  }
}

async function carry({ sms, database }: Services, message: Waiting): Promise<void> {
  const { id, template, config, values, mobile, noted: now } = message
  if (!template || !config) throw new Refused('sms.noTemplate')
  await inTransaction(database, (trx) => admit(trx, { config, mobile, isCode: false, ip: '', now }, id))
  const list = JSON.parse(values ?? '[]') as Rendered['values']
  const known = new Map(list.map(({ name, value }) => [name, value]))
  const content = template.content.replace(/\$\{([^{}\s]+)\}/g, (_, name: string) => known.get(name) ?? '')
  await sms.carry(config, { content, values: list, mobile, providerTemplate: template.provider_template })
}
