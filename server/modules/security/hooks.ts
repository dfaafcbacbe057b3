import { sql } from 'kysely'
import type { Mask } from '../../../src/schemas/kinds/kind.ts'
import { maskText } from '../../../src/schemas/language/wire/mask.ts'
import { rowsOf } from '../../core/command.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { rowFromDb } from '../../core/db/values.ts'
import { hiddenValue } from '../../core/history/setup.ts'
import type { SecuritySensitiveDataRow } from '../../core/rows.generated.ts'
import { computesOf } from '../../crud/computes.ts'
import type { DecorateInput, FieldMessage, Row, SaveInput, ScreenHooks } from '../../crud/domain.ts'
import { valueText } from '../../crud/words.ts'
import { receiveRule, recycleLog, recycleRules, sensitiveLog, sensitiveRules } from './buildadmin.ts'
import { fieldLabel } from './labels.ts'
import { pageOfTable } from './screens.ts'

/** A rule is about the table of its screen; its key column is known from there. */
const ruleHooks: ScreenHooks = {
  receive: receiveRule,
  validate: async (input) => validateTable(input),
  async beforeSave({ ctx, values, before }) {
    const page = ctx.schema.pages.get(String(values.screen ?? before?.screen ?? ''))
    if (!page) return
    if (!(values.data_table ?? before?.data_table)) values.data_table = page.entity.table
    values.primary_key = page.entity.key ?? 'id'
  },
}

async function validateTable({ ctx, values, before }: SaveInput): Promise<Readonly<Record<string, FieldMessage>>> {
  const next: Row = { ...before, ...values }
  const page = ctx.schema.pages.get(String(next.screen ?? ''))
  const table = String(next.data_table ?? '')
  if (page && page.entity.history === null) return { screen: { code: 'ruleScreen' } }
  return !page || table === '' || page.entity.table === table ? {} : { data_table: { code: 'ruleTable' } }
}

/** Screens about what is deleted and what is changed in secret fields, by page id. */
export const securityHooks: Readonly<Record<string, ScreenHooks>> = {
  'security/dataRecycle': { ...ruleHooks, buildAdmin: recycleRules },
  'security/dataRecycleLog': { buildAdmin: recycleLog },
  'security/sensitiveData': { ...ruleHooks, buildAdmin: sensitiveRules },
  'security/sensitiveDataLog': {
    buildAdmin: sensitiveLog,
    computes: computesOf('security/sensitiveDataLog', {
      async fieldLabel({ ctx, rows }) {
        return rows.map(({ data_table, data_field }) => fieldLabel(ctx, data_table, data_field))
      },
    }),
    decorate: showValues,
    rowReads: ['sensitive_id', 'data_table', 'data_field'],
  },
}

/** The values of changes as their rule shows them; whole for who may see them so. */
async function showValues({ ctx, db, rows, wire }: DecorateInput): Promise<void> {
  const isPlain = can(actorOf(ctx), 'security/sensitiveDataLog/plain')
  const masks = isPlain ? new Map<number, Mask>() : await masksOfRules(db)
  for (const [i, row] of rows.entries()) {
    const shown = wire[i]
    if (!shown) continue
    const mask = masks.get(Number(row.sensitive_id))
    for (const name of ['before', 'after'] as const) {
      if (row[name] === undefined) continue
      const text = shownText(ctx, { table: String(row.data_table), field: String(row.data_field) }, String(row[name] ?? ''))
      shown[name] = mask === undefined || text === hiddenValue ? text : maskText(text, mask)
    }
  }
}

/** How rules hide values; those that show them whole are left out. */
async function masksOfRules(db: Reader): Promise<Map<number, Mask>> {
  const rules = await rowsOf(
    db,
    sql<Pick<SecuritySensitiveDataRow, 'id' | 'mask'>>`select id, mask from security_sensitive_data where mask <> 'none'`,
  )
  return new Map(rules.map(({ id, mask }) => [id, mask === 'all' ? 'all' : 'middle']))
}

/** A stored value as the table's screen words it: amounts in yuan, options by their label, masked where the screen masks. */
function shownText(ctx: Context, { table, field: name }: { table: string; field: string }, text: string): string {
  const page = pageOfTable(ctx, table)
  const field = page?.entity.fields[name]
  if (!page || !field || text === hiddenValue || text === '') return text
  try {
    return valueText(ctx, page, field, rowFromDb({ [name]: parsed(text) }, page.entity)[name])
  } catch {
    return text
  }
}

/** A list or an object that was stored as JSON, else the text itself. */
function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
