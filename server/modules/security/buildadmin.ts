import { sql } from 'kysely'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import type {
  AdminRow,
  SecurityDataRecycleLogRow,
  SecurityDataRecycleRow,
  SecuritySensitiveDataRow,
} from '../../core/rows.generated.ts'
import type { BuildAdminHooks, DecorateInput, Row } from '../../crud/domain.ts'
import { fieldLabel } from './labels.ts'

/** The file that BuildAdmin names a screen by: `auth/admin` is `auth/Admin.php`. */
export function controllerFile(screen: string): string {
  const cut = screen.lastIndexOf('/') + 1
  return `${screen.slice(0, cut)}${screen.slice(cut, cut + 1).toUpperCase()}${screen.slice(cut + 1)}.php`
}

/** Screens whose records can be deleted or edited, by that file. */
async function controllers(ctx: Context): Promise<Row> {
  const files = [...ctx.schema.pages.values()].flatMap(({ id, kind, area, actions }) =>
    kind === 'crud' && area === 'admin' && (actions.edit ?? actions.delete) ? [controllerFile(id)] : [],
  )
  return { controllers: Object.fromEntries(files.map((file) => [file, file])) }
}

/** A rule as BuildAdmin's client posts it, in our form: a file for the screen, fields with their labels. */
export function receiveRule(ctx: Context, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { controller, fields, ...rest } = body
  if (typeof controller !== 'string') return { ...body }
  const page = [...ctx.schema.pages.values()].find(({ id }) => controllerFile(id) === controller)
  const labelled = isObject(body.data_fields) ? Object.keys(body.data_fields) : []
  const names = Array.isArray(fields) ? fields.flatMap((each: unknown) => (isObject(each) ? [String(each.name)] : [])) : labelled
  return { ...rest, screen: page?.id ?? controller, ...(names.length > 0 ? { data_fields: names } : {}) }
}

type Rule = Pick<
  SecurityDataRecycleRow,
  'id' | 'name' | 'screen' | 'data_table' | 'primary_key' | 'status' | 'update_time' | 'create_time'
>

function ruleMembers({ screen, status }: { screen: string; status: unknown }): Row {
  const file = controllerFile(screen)
  return { controller: file, controller_as: file.slice(0, -'.php'.length).toLowerCase(), connection: '', status: String(status) }
}

const labelsOf = (ctx: Context, table: string, names: readonly string[]): [string, string][] =>
  names.map((name) => [name, fieldLabel(ctx, table, name)])

/** Takes away what only Kontor's client reads. */
function without(row: Row, names: readonly string[]): void {
  for (const name of names) delete row[name]
}

const ownOfRules = ['screen', 'screen_text', 'data_table_text', 'keep_days', 'log_count', 'data_fields_text', 'notify', 'mask']
const ownOfLogs = [
  'username',
  'row_key',
  'row_title',
  'children',
  'update_time',
  'recycle_id_text',
  'sensitive_id_text',
  'admin_id_text',
  'notify',
]

export const recycleRules: BuildAdminHooks = {
  formExtra: controllers,
  rows({ wire }) {
    for (const row of wire) Object.assign(row, ruleMembers({ screen: String(row.screen), status: row.status }))
    for (const row of wire) without(row, ownOfRules)
  },
}

export const sensitiveRules: BuildAdminHooks = {
  formExtra: controllers,
  rows({ ctx, purpose, rows, wire }) {
    for (const [i, row] of wire.entries()) {
      const names = rows[i]?.data_fields
      const labels = labelsOf(ctx, String(row.data_table), Array.isArray(names) ? names.map(String) : [])
      const fields = purpose === 'list' ? labels.map(([, label]) => label) : Object.fromEntries(labels)
      Object.assign(row, ruleMembers({ screen: String(row.screen), status: row.status }), { data_fields: fields })
      without(row, ownOfRules)
    }
  },
}

export const recycleLog: BuildAdminHooks = {
  async rows(input) {
    const { ctx, purpose, wire } = input
    const { rows } = await sql<Rule>`select id, name, screen, data_table, primary_key, status, update_time, create_time
      from security_data_recycle where id = any(${idsOf(input, 'recycle_id')})`.execute(ctx.read)
    const rules = new Map(rows.map((rule) => [rule.id, { ...withoutScreen(rule), ...ruleMembers(rule) }]))
    const admins = await adminsOf(ctx.read, input)
    const texts = await dataOf(input)
    for (const row of wire) {
      Object.assign(row, {
        connection: '',
        data: texts.get(Number(row.id)) ?? '',
        recycle: rules.get(Number(row.recycle_id)) ?? null,
        admin: admins.get(Number(row.admin_id)) ?? null,
      })
      without(row, ownOfLogs)
      if (purpose !== 'list') row.data = parsed(row.data)
      without(row, ownOfLogs)
    }
  },
}

export const sensitiveLog: BuildAdminHooks = {
  async rows(input) {
    const { ctx, purpose, wire } = input
    const { rows } = await sql<Rule & Pick<SecuritySensitiveDataRow, 'data_fields'>>`
      select id, name, screen, data_table, primary_key, data_fields, status, update_time, create_time
      from security_sensitive_data where id = any(${idsOf(input, 'sensitive_id')})`.execute(ctx.read)
    const rules = new Map(
      rows.map(({ data_fields, ...rule }) => {
        const names = Array.isArray(data_fields) ? data_fields.map(String) : []
        const fields = Object.fromEntries(labelsOf(ctx, rule.data_table ?? '', names))
        return [rule.id, { ...withoutScreen(rule), data_fields: fields, ...ruleMembers(rule) }]
      }),
    )
    const admins = await adminsOf(ctx.read, input)
    for (const row of wire) {
      const key = /^\d+$/.test(String(row.row_key)) ? Number(row.row_key) : row.row_key
      Object.assign(row, {
        connection: '',
        id_value: purpose === 'list' ? `${String(row.primary_key)}=${String(row.row_key)}` : key,
        sensitive: rules.get(Number(row.sensitive_id)) ?? null,
        admin: admins.get(Number(row.admin_id)) ?? null,
      })
      without(row, ownOfLogs)
    }
  },
}

function withoutScreen({ screen: _, ...rule }: Rule): Omit<Rule, 'screen'> {
  return rule
}

/** Lists leave long texts out; this client shows them. */
async function dataOf(input: DecorateInput): Promise<Map<number, string | null>> {
  const { rows } = await sql<Pick<SecurityDataRecycleLogRow, 'id' | 'data'>>`
    select id, data from security_data_recycle_log where id = any(${idsOf(input, 'id')})`.execute(input.ctx.read)
  return new Map(rows.map(({ id, data }) => [id, data]))
}

const idsOf = ({ wire }: DecorateInput, name: string): number[] => [...new Set(wire.map((row) => Number(row[name]) || 0))]

type Acting = Pick<AdminRow, 'id' | 'username' | 'nickname'>

async function adminsOf(db: Reader, input: DecorateInput): Promise<Map<number, Acting>> {
  const { rows } =
    await sql<Acting>`select id, username, nickname from admin where id = any(${idsOf(input, 'admin_id')})`.execute(db)
  return new Map(rows.map((admin) => [admin.id, admin]))
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}
