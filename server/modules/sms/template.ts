import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { readNumber } from '../../core/db/scalar.ts'
import { Refused } from '../../core/refuse.ts'
import type { SmsTemplateRow, SmsVariableRow } from '../../core/rows.generated.ts'
import { computesOf } from '../../crud/computes.ts'
import type { FieldMessage, Row, SaveInput, ScreenHooks } from '../../crud/domain.ts'
import type { Reads } from '../../crud/reads.generated.ts'
import { placeholders, readVariables } from './render.ts'
import { configOf } from './send.ts'

const codeEvents: readonly string[] = [
  'user_register',
  'user_login',
  'user_retrieve_pwd',
  'user_change_mobile',
  'user_mobile_verify',
]

/** sms/template: every placeholder has its variable, codes are where they belong, and an event has one text in use. */
export const smsTemplateHooks: ScreenHooks = { validate: validateTemplate }

async function validateTemplate({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  // Present values are decoded by their kind; missing ones are reported by the form's own rules.
  const next = { variable_ids: [], config_id: null, ...before, ...values } as unknown as SmsTemplateRow // a row of the page's own table, all of it
  if (!next.content || !next.event) return {}
  return {
    ...(await validateText(trx, next)),
    ...validateEvent(next),
    ...(await validateProvider(trx, next)),
    ...(await validateAlone(trx, next, Number(before?.id ?? 0))),
  }
}

async function validateText(trx: SaveInput['trx'], next: SmsTemplateRow): Promise<Record<string, FieldMessage>> {
  const variables = await readVariables(trx, next.variable_ids ?? [])
  const names = placeholders(next.content)
  const missing = names.find((name) => !variables.some((variable) => variable.name === name))
  if (missing) return { content: { code: 'sms.placeholder', params: { name: missing } } }
  const codes = variables.filter(({ source, name }) => source === 'code' && names.includes(name)).length
  return codes === (next.is_code === 1 ? 1 : 0) ? {} : { content: { code: 'sms.oneCode' } }
}

function validateEvent({ event, is_code }: SmsTemplateRow): Record<string, FieldMessage> {
  if (event === 'custom' || codeEvents.includes(event) === (is_code === 1)) return {}
  return { is_code: { code: is_code === 1 ? 'sms.plainEvent' : 'sms.codeEvent' } }
}

async function validateProvider(trx: SaveInput['trx'], next: SmsTemplateRow): Promise<Record<string, FieldMessage>> {
  const config = await configOf(trx, next)
  return config && config.driver !== 'log' && !next.provider_template
    ? { provider_template: { code: 'sms.providerTemplate' } }
    : {}
}

/** Which text an event has must be clear: one template of it is in use. */
async function validateAlone(
  trx: SaveInput['trx'],
  { event, status }: SmsTemplateRow,
  id: number,
): Promise<Record<string, FieldMessage>> {
  if (event === 'custom' || status === 0) return {}
  await sql`select pg_advisory_xact_lock(hashtext('kontor.sms_template'))`.execute(trx)
  const { rows } = await sql<
    Pick<SmsTemplateRow, 'title'>
  >`select title from sms_template where event = ${event} and status = 1 and id <> ${id}
    limit 1`.execute(trx)
  return rows[0] ? { event: { code: 'sms.eventTaken', params: { title: rows[0].title } } } : {}
}

/** sms/variable: names that texts use stay, and so do variables. */
export const smsVariableHooks: ScreenHooks = {
  computes: computesOf('sms/variable', {
    used: { sql: '(select count(*)::int from sms_template as s where s.variable_ids @> array[t.id])' },
    stands: async ({ ctx, rows }) => rows.map((row) => standsFor(ctx, row)),
  }),
  validate: async ({ trx, before, values }) => {
    const changed =
      before && ['name', 'source', 'status'].some((name) => Object.hasOwn(values, name) && values[name] !== before[name])
    if (!changed || (await usesOf(trx, before)) === 0) return {}
    const field =
      ['name', 'source', 'status'].find((name) => Object.hasOwn(values, name) && values[name] !== before[name]) ?? 'name'
    return { [field]: { code: 'sms.nameInUse' } }
  },
  beforeSave: async ({ before, values }) => {
    const source = (values.source ?? before?.source) as SmsVariableRow['source']
    if (source !== 'text') values.value = ''
    if (source !== 'field' && source !== 'config') values.place = null
    if (source !== 'code') values.length = null
  },
  beforeDelete: async ({ trx, rows }) => {
    for (const row of rows) {
      const n = await usesOf(trx, row)
      if (n > 0) throw new Refused('sms.variableInUse', { name: String(row.name), n })
    }
  },
}

/** What a variable puts in its place, in words: the column or item it is taken from, or its own text. */
function standsFor(ctx: Context, { source, place, value }: Reads['sms/variable']['stands']): string {
  if (source === 'field' || source === 'config')
    return ctx.text(`sms.${source === 'field' ? 'places' : 'items'}.${String(place)}`)
  return String(value ?? '')
}

function usesOf(trx: SaveInput['trx'], row: Readonly<Row>): Promise<number> {
  return readNumber(trx, sql`select count(*) from sms_template where variable_ids @> array[${Number(row.id)}::int]`)
}
