import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { SmsConfigRow, SmsTemplateRow } from '../../core/rows.generated.ts'
import { defineActions } from '../../crud/defineActions.ts'
import type { Row } from '../../crud/domain.ts'
import { SmsError } from './error.ts'
import { partsOf, readVariables, sampled } from './render.ts'
import { configOf, sendNow } from './send.ts'
import { signed } from './smsSender.ts'

/** What the buttons of the SMS screens do: a text with its samples is shown, or sent to a number. */
export const smsActions = defineActions({
  'sms/config.test': {
    sends: true,
    async answer({ ctx, db, row, values }) {
      const template = await read<SmsTemplateRow>(db, 'sms_template', values.template_id)
      const config = await read<SmsConfigRow>(db, 'sms_config', row.id)
      return tryIt(ctx, db, { template, config, mobile: values.mobile })
    },
  },
  'sms/template.test': {
    sends: true,
    async answer({ ctx, db, row, values }) {
      const template = await read<SmsTemplateRow>(db, 'sms_template', row.id)
      return tryIt(ctx, db, { template, config: await configOf(db, template), mobile: values.mobile })
    },
  },
  'sms/template.preview': {
    async answer({ db, row }) {
      const template = await read<SmsTemplateRow>(db, 'sms_template', row.id)
      return shown(await configOf(db, template), await textOf(db, template))
    },
  },
})

/** A row with its secrets, which what is sent is signed with. */
async function read<T>(db: Reader, table: 'sms_config' | 'sms_template', id: number): Promise<T> {
  const { rows } = await sql<T>`select * from ${sql.table(table)} where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Refused(table === 'sms_config' ? 'sms.noDefault' : 'sms.noTemplate')
  return row
}

async function textOf(db: Reader, template: SmsTemplateRow) {
  return sampled(template.content, await readVariables(db, template.variable_ids))
}

function shown(config: SmsConfigRow | undefined, { content }: { content: string }): Row {
  const text = config ? signed(config, content) : content
  return { content: text, parts: partsOf(text) }
}

interface Trial {
  template: SmsTemplateRow
  config: SmsConfigRow | undefined
  mobile: string
}

/** Sends the samples of a template, within the limits; reports the provider's objections. */
async function tryIt(ctx: Context, db: Reader, { template, config, mobile }: Trial): Promise<Row> {
  if (!config) throw new Refused('sms.noDefault')
  const text = await textOf(db, template)
  try {
    await sendNow(ctx.services, { ...text, config, template, mobile, isCode: template.is_code === 1, ip: ctx.ip, now: ctx.now })
  } catch (error) {
    if (error instanceof SmsError) throw new Refused(`sms.failed.${error.fault}`, { reason: error.reason })
    throw error
  }
  return { result: ctx.text('sms.sent', { mobile }), ...shown(config, text) }
}
