import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { encodeValue } from '../../../src/schemas/language/codec.ts'
import type { Field } from '../../../src/schemas/language/field.ts'
import { itemWords, withItems } from '../../../src/schemas/language/items.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Context } from '../../app/context.ts'
import { parseFrameHosts } from '../../app/frames.ts'
import type { FieldMessage, Row, SaveInput, ScreenHooks } from '../../crud/domain.ts'
import { itemsOf, readItems } from '../../crud/items.ts'
import { readKeyValues } from '../../crud/keyValues.ts'
import type { Reader } from '../../db/connect.ts'
import { judgeMailServer } from './mail.ts'

const pageId = 'routine/config'

/** routine/config: BuildAdmin's client is told of every item with its tab (protocol 1.11). */
export const configHooks: ScreenHooks = {
  validate: async (input) => ({ ...judgeMailServer(input), ...judgeFrameHosts(input) }),
  listExtra: async (ctx, db) => (ctx.strict ? {} : groupsOf(ctx, db)),
}

function judgeFrameHosts({ values }: SaveInput): Record<string, FieldMessage> {
  const hosts = parseFrameHosts(String(values.iframe_hosts ?? ''))
  return 'wrong' in hosts ? { iframe_hosts: { code: 'frameHost', params: { line: hosts.wrong } } } : {}
}

/** BuildAdmin's names of kinds that have another one here. */
const types: Readonly<Record<string, string>> = { richtext: 'editor', multiselect: 'selects' }

async function groupsOf(ctx: Context, db: Reader): Promise<Row> {
  const own = ctx.schema.pages.get(pageId)
  if (!own?.items) return {}
  const rows = await readItems(db, own.items.table)
  const items = itemsOf(rows, ctx)
  const page = withItems(own, items)
  const { values } = await readKeyValues(db, ctx.schema, page)
  const words = itemWords(items)
  const word = (key: string) => words[key] ?? ctx.schema.words.text(ctx.lang, pageId, key)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const names = (tab: string) => page.form.sections.flatMap((part) => (part.tab === tab ? part.fields : []))
  const groups = [...new Set(page.form.sections.flatMap(({ tab }) => tab ?? []))]
  const list = groups.map((name) => {
    const fields = names(name).flatMap((each) => page.fields[each] ?? [])
    const told = fields.map((field, i) => {
      const row = byName.get(field.name)
      return {
        id: row?.id ?? placeOf(page, field),
        name: field.name,
        group: name,
        title: word(`fields.${field.name}.label`),
        tip: field.help ? word(`fields.${field.name}.help`) : '',
        type: types[field.kind] ?? field.kind,
        value: field.secret ? '' : textOf(field, encodeValue(field, values[field.name])),
        content: contentOf(field, word),
        rule: row ? row.rule.join(',') : field.required ? 'required' : '',
        extend: [],
        input_extend: [],
        allow_del: row ? 1 : 0,
        weigh: fields.length - i,
      }
    })
    return [name, { name, title: word(`tabs.${name}`), list: told }] as const
  })
  return {
    list: Object.fromEntries(list),
    configGroup: Object.fromEntries(groups.map((name) => [name, word(`tabs.${name}`)])),
    quickEntrance: [],
    remark: '',
  }
}

/** Fields of the page have no row that could be deleted: they are numbered below zero, where no row is. */
function placeOf(page: Page, field: Field): number {
  return -1 - Object.keys(page.fields).indexOf(field.name)
}

/** BuildAdmin keeps every value as a text but for lists and switches. */
function textOf(field: Field, value: unknown): unknown {
  if (Array.isArray(value)) return value
  return kindOf(field).input === 'switch' ? Number(value) === 1 : String(value ?? '')
}

function contentOf(field: Field, word: (key: string) => string): unknown {
  if (!field.options) return ''
  return Object.fromEntries(field.options.map(({ value }) => [String(value), word(`fields.${field.name}.options.${value}`)]))
}
