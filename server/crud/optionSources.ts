import { sql } from 'kysely'
import { readMemberTags, readRefundReasons } from '../../modules/shop/server/settingLists.ts'
import { settingDefaults } from '../../modules/shop/server/settings.ts'
import { columnTitles, exportColumns, exportScopes } from '../../src/schemas/api/exporting.ts'
import { importModesOf } from '../../src/schemas/api/importing.ts'
import type { Field, Tag } from '../../src/schemas/field.ts'
import { takesFiles } from '../../src/schemas/language/builtInActions.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { OptionsAnswer } from '../../src/schemas/language/wire/envelope.ts'
import { labelMember, type OptionSourceName, sourcedFields, tagMember } from '../../src/schemas/optionSources.ts'
import { actorOf, type Context, can } from '../core/context.ts'
import { isStored } from '../core/db/columns.ts'
import { mayExport } from '../modules/dataio/export/rights.ts'
import { mayImport } from '../modules/dataio/import/rights.ts'
import type { Row } from './domain.ts'

/** A choice, and whether the person may take it: what another took is told by its label all the same. */
interface Choice {
  value: string
  label: string
  mayTake: boolean
  /** The colour in which its cells show it. */
  tag?: Tag
  /** It is chosen unless somebody says otherwise. */
  usual?: boolean
}

/** All choices of a source; `given` are the values of the fields that it hangs on, in the source's order, '' where one is empty. */
type ChoiceSource = (ctx: Context, given: readonly string[]) => readonly Choice[] | Promise<readonly Choice[]>

/** What the server offers under the names of src/schemas/optionSources.ts. */
const sources: Readonly<Record<OptionSourceName, ChoiceSource>> = {
  screens: (ctx) => pagesOf(ctx).map((page) => choiceOf(ctx, page, 'index')),
  exports: (ctx) =>
    pagesOf(ctx)
      .filter((page) => page.actions.export)
      .map((page) => ({ value: page.id, label: titleOf(ctx, page), mayTake: mayExport(actorOf(ctx), page.id) })),
  imports: (ctx) =>
    pagesOf(ctx)
      .filter(takesFiles)
      .map((page) => ({
        value: page.id,
        label: titleOf(ctx, page),
        mayTake: importModesOf(page).some((mode) => mayImport(actorOf(ctx), page.id, mode)),
      })),
  tables: (ctx) =>
    tablePages(ctx).map((page) => ({
      value: page.entity.table,
      label: `${titleOf(ctx, page)} (${page.entity.table})`,
      mayTake: mayOpen(ctx, page.entity.table),
    })),
  columns: (ctx, [table = '']) =>
    tablePages(ctx)
      .filter((page) => page.entity.table === table)
      .flatMap((page) =>
        Object.values(page.entity.fields)
          .filter((field) => isStored(field) && !field.secret)
          .map(({ name }) => ({ value: name, label: labelOf(ctx, page, name), mayTake: mayOpen(ctx, table) })),
      ),
  messageValues: (ctx, [source = '']) => {
    const { items, places } = ctx.services.messageValues
    const [names, words] = source === 'config' ? [items, 'items'] : source === 'field' ? [places, 'places'] : [{}, '']
    return Object.keys(names ?? {}).map((value) => ({ value, label: ctx.text(`sms.${words}.${value}`), mayTake: true }))
  },
  exportColumns: (ctx, [target = '']) => columnsOfFile(ctx, target),
  orderColumns: (ctx, [scope = '']) => columnsOfFile(ctx, 'shop/order/order', scope),
  groups: groupsOf,
  memberTags: (ctx) => readMemberTags(ctx.read, settingDefaults(ctx), ctx.lang),
  refundReasons: (ctx) => readRefundReasons(ctx.read, settingDefaults(ctx), ctx.lang),
}

/** A page of the choices that the person may take; their labels or values hold `search`. */
export async function sourcedChoices(
  ctx: Context,
  field: Field,
  given: Readonly<Record<string, unknown>>,
  asked: { search: string; size: number; page: number },
): Promise<OptionsAnswer> {
  const wanted = asked.search.toLowerCase()
  const all = (await choicesOf(ctx, field, given)).filter(
    ({ mayTake, value, label }) => mayTake && [value, label].some((text) => text.toLowerCase().includes(wanted)),
  )
  const from = (asked.page - 1) * asked.size
  return { list: all.slice(from, from + asked.size).map(({ mayTake: _may, tag: _tag, ...choice }) => choice), total: all.length }
}

/** The choices that are taken already, also those that the person may not take (they are marked). */
export async function sourcedLabels(
  ctx: Context,
  field: Field,
  given: Readonly<Record<string, unknown>>,
  values: readonly string[],
): Promise<OptionsAnswer> {
  const found = (await choicesOf(ctx, field, given)).filter(({ value }) => values.includes(value))
  const list = found.map(({ value, label, mayTake }) => ({ value, label, ...(mayTake ? {} : { disabled: true }) }))
  return { list, total: list.length }
}

/** Those of the values that are no choice, or not the person's to take. */
export async function strangeChoices(
  ctx: Context,
  field: Field,
  given: Readonly<Record<string, unknown>>,
  values: readonly unknown[],
): Promise<unknown[]> {
  const known = new Set((await choicesOf(ctx, field, given)).flatMap(({ value, mayTake }) => (mayTake ? [value] : [])))
  return values.filter((value) => !known.has(String(value)))
}

/**
 * Puts the labels of choices that the server makes beside their values, one for a text and a list of them for a list; and their colours, where
 * they have some.
 */
export async function addLabels(
  ctx: Context,
  of: Readonly<Record<string, Field>>,
  rows: readonly Readonly<Row>[],
  wire: readonly Row[],
): Promise<void> {
  const fields = sourcedFields(of)
  if (fields.length === 0) return
  const found = new Map<string, ReadonlyMap<string, Choice>>()
  for (const [i, row] of rows.entries()) {
    const target = wire[i]
    for (const field of fields) {
      const value = row[field.name]
      if (!target || value === undefined || value === null) continue
      const place = JSON.stringify([field.source, ...givenOf(field, row)])
      const labels = found.get(place) ?? new Map((await choicesOf(ctx, field, row)).map((each) => [each.value, each]))
      found.set(place, labels)
      const told = (each: unknown) => labels.get(String(each))?.label ?? String(each)
      target[labelMember(field.name)] = Array.isArray(value) ? value.map(told) : told(value)
      const tagOf = (each: unknown) => labels.get(String(each))?.tag ?? null
      if ([...labels.values()].some(({ tag }) => tag))
        target[tagMember(field.name)] = Array.isArray(value) ? value.map(tagOf) : tagOf(value)
    }
  }
}

async function choicesOf(ctx: Context, field: Field, given: Readonly<Record<string, unknown>>): Promise<readonly Choice[]> {
  return field.source ? sources[field.source](ctx, givenOf(field, given)) : []
}

function givenOf(field: Field, values: Readonly<Record<string, unknown>>): string[] {
  return (field.depends ?? []).map((name) => String(values[name] ?? ''))
}

/** What the file of a list can hold, by the titles it will have; without a scope what the list shows, and what else its files name. */
function columnsOfFile(ctx: Context, target: string, only?: string): Choice[] {
  const page = pagesOf(ctx).find(({ id, actions }) => id === target && actions.export)
  if (!page) return []
  const found = new Map<string, Choice>()
  for (const [i, scope] of (only === undefined ? exportScopes(page) : [only]).entries()) {
    const columns = exportColumns(page, scope)
    const titles = columnTitles(columns, (key) => wordOf(ctx, page, key))
    const mayTake = i === 0 && mayExport(actorOf(ctx), target)
    for (const { name, of } of columns)
      if (!found.has(name)) found.set(name, { value: name, label: titles.get(name) ?? name, mayTake, usual: !of.hidden })
  }
  return [...found.values()]
}

/** The groups that one may register in at a competition. */
async function groupsOf(ctx: Context, [competition = '']: readonly string[]): Promise<Choice[]> {
  const found = await sql<{ name: string }>`select g->>'name' as name from shop_competition c
    cross join jsonb_array_elements(c.groups) with ordinality as u(g, n)
    where c.id::text = ${competition} and c.delete_time is null order by u.n`.execute(ctx.read)
  return found.rows.map(({ name }) => ({ value: name, label: name, mayTake: true }))
}

/** Screens of the area the person works in. */
function pagesOf(ctx: Context): Page[] {
  const { area } = actorOf(ctx)
  return [...ctx.schema.pages.values()].filter((page) => page.area === area)
}

/** The first screen of each table. */
function tablePages(ctx: Context): Page[] {
  const byTable = new Map<string, Page>()
  for (const page of pagesOf(ctx)) {
    const { table } = page.entity
    if (table !== '' && !byTable.has(table)) byTable.set(table, page)
  }
  return [...byTable.values()]
}

/** May the person open one of the table's screens? */
function mayOpen(ctx: Context, table: string): boolean {
  return pagesOf(ctx).some((page) => page.entity.table === table && can(actorOf(ctx), `${page.id}/index`))
}

function choiceOf(ctx: Context, page: Page, node: string): Choice {
  return { value: page.id, label: titleOf(ctx, page), mayTake: can(actorOf(ctx), `${page.id}/${node}`) }
}

function titleOf(ctx: Context, page: Page): string {
  return ctx.schema.words.text(ctx.lang, page.id, 'title')
}

function labelOf(ctx: Context, page: Page, name: string): string {
  return wordOf(ctx, page, `fields.${name}.label`) ?? name
}

function wordOf(ctx: Context, page: Page, key: string): string | undefined {
  const text = ctx.schema.words.text(ctx.lang, page.id, key)
  return text === key ? undefined : text
}
