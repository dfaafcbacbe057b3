import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { actionsOf } from '../../src/schemas/language/action/actionOf.ts'
import type { PrintSection } from '../../src/schemas/language/action/kinds/print.ts'
import { conditionReads } from '../../src/schemas/language/condition/condition.ts'
import { isRowsSection } from '../../src/schemas/language/detail/section.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Column } from '../../src/schemas/language/list/table.ts'
import type { Page } from '../../src/schemas/language/page.ts'

/** A column of a row that another one names is drawn as its kind says, like one of the page's own. */
function ofRelatedKind(column: Column, related: Page['related']): Column {
  const [relation = '', name] = column.field.split('.')
  const field = name === undefined ? undefined : related[relation]?.[name]
  if (!field || column.cell !== 'text') return column
  const { cell, align } = kindOf(field)
  return { ...column, cell, ...(column.align || !align ? {} : { align }) }
}

/**
 * The page with the fields of other tables that it shows, searches, prints, asks for or judges by. `tables` gives the table of a name, also one
 * that is not parsed yet.
 */
export function withRelated(page: Page, tables: { get(name: string): Entity | undefined }): Page {
  const related: Record<string, Record<string, Field>> = {}
  const add = (relation: string, name: string) => {
    const table = page.entity.relations[relation]?.table
    const entity = table === undefined ? undefined : tables.get(table)
    const field = entity?.fields[name]
    if (field && !field.secret) related[relation] = { ...related[relation], [name]: field }
  }
  for (const name of [
    ...page.table.columns.flatMap((c) => [
      c.field,
      ...c.secondary,
      ...(c.color === undefined ? [] : [c.color]),
      ...(c.url === undefined ? [] : [c.url]),
    ]),
    ...page.table.search.map((s) => s.field),
    ...page.table.quickSearch,
    ...actionsOf(page, 'run').flatMap(({ summary }) => summary.map(({ field }) => field)),
    ...page.table.summary.map(({ field }) => field),
    ...Object.values(page.table.sheets).flatMap(({ rows, columns }) => columns.filter((name) => !name.startsWith(`${rows}.`))),
  ]) {
    const [relation = '', field] = name.split('.')
    if (field !== undefined) add(relation, field)
  }
  for (const part of [...(page.detail ?? []), ...printSections(page)]) {
    for (const name of part.fields) {
      if (isRowsSection(part)) add(part.relation, name)
      else if (name.includes('.')) add(name.split('.')[0] ?? '', name.split('.')[1] ?? '')
    }
  }
  for (const part of page.detail ?? [])
    if (isRowsSection(part)) {
      const leading = Object.values(part.links).flatMap(({ query }) => Object.values(query))
      for (const name of [...Object.values(part.urls), ...leading]) add(part.relation, name)
    }
  for (const { when } of [...Object.values(page.actions), ...page.table.columns]) {
    for (const { path, name } of when ? conditionReads(when) : []) if (path[0] !== undefined) add(path[0], path[1] ?? name)
  }
  for (const field of Object.values(page.actions).flatMap((a) => Object.values(a.fields))) {
    for (const name of field.from ? Object.keys(field.fields ?? {}) : []) add(field.from ?? '', name)
  }
  const lookup = Object.fromEntries(
    Object.entries(page.form.lookup).map(([name, part]) => {
      const all = tables.get(part.table)?.fields ?? {}
      const shown = part.fields.flatMap((each) => (all[each]?.store && !all[each].secret ? [[each, all[each]] as const] : []))
      return [name, { ...part, shown: Object.fromEntries(shown) }]
    }),
  )
  const columns = page.table.columns.map((column) => ofRelatedKind(column, related))
  return Object.freeze({ ...page, related, table: { ...page.table, columns }, form: { ...page.form, lookup } })
}

/** The parts of everything that the page's actions print. */
function printSections(page: Page): PrintSection[] {
  return actionsOf(page, 'print').flatMap(({ print }) => print.sections)
}
