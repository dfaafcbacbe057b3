import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { readNumber } from '../../core/db/scalar.ts'
import type { SmsConfigRow, SmsTemplateRow } from '../../core/rows.generated.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { SmsError } from '../sms/error.ts'
import { readVariables, render } from '../sms/render.ts'
import { configOf, defaultConfig, sendNow } from '../sms/send.ts'
import { takesAnyText } from '../sms/smsSender.ts'
import type { CodeShape } from './codes.ts'
import type { Deliver, Message, SendContext } from './deliver.ts'

/** Events without whose templates nobody could show that a number is theirs. */
const needed = ['user_mobile_verify', 'user_change_mobile']

/**
 * The way of short messages as the screens of `sms` set it up: by the template of the event, else with the built-in words where the
 * provider takes any text. Null where no configuration is in use, or its provider has no templates for codes.
 */
export async function smsWay(ctx: SendContext): Promise<Deliver | null> {
  const { read } = ctx.services.database
  const config = await defaultConfig(read)
  if (!config || !(takesAnyText(config) || (await hasTemplates(read)))) return null
  return async (mobile, message) => {
    const found = await templateFor(read, message.word)
    // Who asks for a code must not see by the pauses that somebody has the number.
    const isCode = message.params.code !== undefined || message.word === 'taken'
    const base = { mobile, isCode, ip: ctx.ip, now: ctx.now }
    if (found) {
      const given = { code: String(message.params.code ?? ''), caller: message.params, values: ctx.services.messageValues }
      const text = await render(read, found.template.content, await readVariables(read, found.template.variable_ids), given)
      return sendNow(ctx.services, { ...base, ...text, ...found })
    }
    if (!takesAnyText(config)) throw new SmsError('noTemplate')
    return sendNow(ctx.services, { ...base, config, template: null, values: [], content: await builtIn(ctx, config, message) })
  }
}

/** Can short messages carry this event: has it a template, or does the provider take any text? */
export async function smsCarries(db: Reader, event: string): Promise<boolean> {
  const config = await defaultConfig(db)
  return config !== undefined && (takesAnyText(config) || (await templateFor(db, event)) !== undefined)
}

/** How codes to mobile numbers are made: by the template's code variable, else by the configuration. Undefined where none is in use. */
export async function smsCodeShape(ctx: Context, event: string): Promise<CodeShape | undefined> {
  const { read } = ctx.services.database
  const config = await defaultConfig(read)
  if (!config) return undefined
  const found = await templateFor(read, event)
  const used = found?.config ?? config
  const variable = found && (await readVariables(read, found.template.variable_ids)).find(({ source }) => source === 'code')
  return {
    length: variable?.length ?? used.code_length,
    letters: variable?.charset === 'mixed',
    lifetime: used.code_minutes * 60,
  }
}

async function builtIn(ctx: SendContext, { sign }: SmsConfigRow, { word, params }: Message): Promise<string> {
  const text = ctx.text(`codes.messages.${word}.text`, params)
  if (sign !== '') return text
  return `【${(await readSiteConfig(ctx.services.database.read)).site_name}】${text}`
}

/** The template of an event of codes; of other messages one that people made for them, by its code. */
async function templateFor(db: Reader, word: string): Promise<{ template: SmsTemplateRow; config: SmsConfigRow } | undefined> {
  const { rows } =
    await sql<SmsTemplateRow>`select * from sms_template where status = 1 and (event = ${word} or (event = 'custom' and code = ${word}))
    order by event = ${word} desc, id limit 1`.execute(db)
  const [template] = rows
  const config = template && (await configOf(db, template))
  return template && config && { template, config }
}

async function hasTemplates(db: Reader): Promise<boolean> {
  const found = sql`select count(distinct event) from sms_template where status = 1 and event = any(${needed}::text[])`
  return (await readNumber(db, found)) === needed.length
}
