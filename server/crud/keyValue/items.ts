import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { kindOfInput } from '../../../src/schemas/buildadmin/kinds.ts'
import { type FormItem, type ItemGroup, itemActions, itemWords, withItems } from '../../../src/schemas/language/items/items.ts'
import { type ItemRow, parseItem } from '../../../src/schemas/language/items/parseItem.ts'
import { itemColumns } from '../../../src/schemas/language/items/parseItems.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Context } from '../../core/context.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { insertRow } from '../../core/db/rows.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { Refused } from '../../core/refuse.ts'
import type { ActionInput, Row, RowAction } from '../domain.ts'
import { requestIds } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'
import { refuseInvalid } from '../validate/refusal.ts'
import type { WordPlace } from '../words.ts'
import { fixedTabs, readGroups } from './groups.ts'
import { dropKeyValue, hasKeyValue, lockKeyValues } from './keyValues.ts'

/** Items that a form may have: it is drawn and read as a whole. */
const maxItems = 200

/** A form with its custom fields, and the path of the words of its errors. */
export interface LiveForm {
  screen: Screen
  items: readonly FormItem[]
  groups: readonly ItemGroup[]
  rows: readonly ItemRow[]
  place: WordPlace
}

/** The form of a page as it is now: its own fields, and its items. Rows that are no field any more are left out and noted in the log. */
export async function liveForm(screen: Screen, ctx: Context, db: Reader): Promise<LiveForm> {
  const { page } = screen
  if (!page.items) return { screen, items: [], groups: [], rows: [], place: { page, prefix: 'fields' } }
  const rows = await readItems(db, page.items.table)
  const items = itemsOf(rows, ctx)
  const groups = await readGroups(db, screen.schema, page)
  const live = withItems(page, items, groups)
  const shown = items.filter(({ field }) => live.fields[field.name] === field)
  return {
    screen: { ...screen, page: live, entity: live.entity },
    items: shown,
    groups,
    rows,
    place: { page: live, prefix: 'fields', words: itemWords(shown, groups) },
  }
}

/** Rows of items in the order of the form. */
export async function readItems(db: Reader, table: string): Promise<ItemRow[]> {
  const found = await sql<Record<keyof ItemRow, unknown>>`select id, name, "group", title, type, content, tip, rule, extend,
    input_extend as "inputExtend" from ${sql.table(table)} order by weigh desc, id limit ${maxItems}`.execute(db)
  return found.rows.map(itemRow)
}

/** An item out of what the database or the form says of it; the form names its rules one by one. */
function itemRow(values: Readonly<Record<string, unknown>>): ItemRow {
  const text = (name: keyof ItemRow) => String(values[name] ?? '')
  return {
    id: Number(values.id ?? 0),
    name: text('name'),
    group: text('group'),
    title: text('title'),
    type: text('type'),
    content: text('content'),
    tip: text('tip'),
    rule: (Array.isArray(values.rule) ? values.rule.map(String) : text('rule').split(',')).filter(Boolean),
    extend: text('extend'),
    inputExtend: text('inputExtend'),
  }
}

/** The rows that are fields. */
export function itemsOf(rows: readonly ItemRow[], ctx: Context): FormItem[] {
  return rows.flatMap((row) => itemOf(row, ctx))
}

/** Parsed once as long as its row stays as it is: what is compiled from a field is kept with the field. */
const parsed = new Map<string, FormItem | null>()

function itemOf(row: ItemRow, ctx: Context): FormItem[] {
  const key = JSON.stringify(row)
  let item = parsed.get(key)
  if (item === undefined) {
    const made = parseItem(row)
    item = 'item' in made ? made.item : null
    if ('faults' in made) ctx.log.warn({ item: row.name, faults: made.faults }, 'an item of a form is no field and is left out')
    if (parsed.size >= 10 * maxItems) parsed.clear()
    parsed.set(key, item)
  }
  return item ? [item] : []
}

/** What adds an item to the form of a page with `items`, by the key of rowActions; nothing for other pages. */
export function itemRowActions(page: Page, schema: Schema): Record<string, RowAction> {
  if (!page.items) return {}
  const { table } = page.items
  return { [`${page.id}.add`]: { run: (input) => addItem(input, schema, table) } }
}

async function addItem({ ctx, trx, page, values }: ActionInput, schema: Schema, table: string): Promise<null> {
  const place: WordPlace = { page, prefix: `actions.${itemActions.add}.fields` }
  await lockKeyValues(trx, page)
  const given: Row = { group: '', ...values, id: 0 }
  const said = itemRow(given)
  const made = parseItem(said)
  if ('faults' in made) return refuseInvalid(ctx, place, made.faults) ?? null
  const rows = await readItems(trx, table)
  // A value of that name that is no item's belongs to the product: an item must not lay itself over it.
  const isTaken =
    Object.hasOwn(page.fields, said.name) ||
    rows.some(({ name }) => name.toLowerCase() === said.name.toLowerCase()) ||
    (await hasKeyValue(trx, schema, page, said.name))
  if (isTaken) refuseInvalid(ctx, place, { name: { code: 'unique' } })
  // The choices were looked up before the lock: a group may have gone meanwhile.
  const tabs = [...fixedTabs(page), ...(await readGroups(trx, schema, page)).map(({ key }) => key)]
  if (tabs.length > 0 && !tabs.includes(said.group)) refuseInvalid(ctx, place, { group: { code: 'option' } })
  if (rows.length >= maxItems) throw new Refused('items.tooMany', { max: maxItems })
  const row: Row = Object.fromEntries(
    Object.entries(itemColumns).map(([name, column]) => {
      const value = given[name]
      return [column, Array.isArray(value) ? value.join(',') : value]
    }),
  )
  await insertRow(trx, entityOf(schema, table), row, ctx.now)
  return null
}

/** DELETE del?ids[]=…: deletes items with their values; fields of the page itself always stay. Returns the number deleted. */
export async function deleteItems(screen: Screen, ctx: Context, trx: Writer): Promise<number> {
  const { page, schema } = screen
  const ids = requestIds(ctx.query.ids ?? ctx.body.ids)
  await lockKeyValues(trx, page)
  const deletion = sql`delete from ${sql.table(page.items?.table ?? '')}
    where id = any(${ids.map(String)}::numeric[]::bigint[]) returning name`
  const gone = (await readColumn(trx, deletion)).map(String)
  if (gone.length === 0) throw new Refused('crud.noneDeleted')
  for (const name of gone) if (!Object.hasOwn(page.fields, name)) await dropKeyValue(trx, schema, page, name)
  return gone.length
}

/** The same request with the kind and the rules of an item by their names here. */
export function withOwnKind(screen: Screen, ctx: Context): Context {
  const { type, rule } = ctx.body
  if (!screen.page.items || typeof type !== 'string') return ctx
  const posted = Array.isArray(rule) ? rule.filter((each) => typeof each === 'string') : []
  if (Array.isArray(rule) && posted.length < rule.length) return ctx // what is no rule is refused beside the field
  const { kind, rules } = kindOfInput(type, posted)
  return { ...ctx, body: { ...ctx.body, type: kind, ...(Array.isArray(rule) ? { rule: rules } : {}) } }
}
