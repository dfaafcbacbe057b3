import type { Field } from '../../field.ts'
import type { Column, Table } from './table.ts'

/** What a page says of how its records are called. */
export interface Named {
  table: Table
  entity: { key: string | null }
}

/** The pinned column: the one fixed to the left, or else the first that is shown. */
export function mainField({ table }: Named): string {
  const { columns } = table
  return (columns.find(({ fixed }) => fixed === 'left') ?? columns.find(({ hidden }) => !hidden) ?? columns[0])?.field ?? ''
}

/** The field a person knows a record by, for titles, questions and messages: the column fixed to the left, or else the first text. */
export function titleField(page: Named): string {
  const { columns } = page.table
  const fixed = columns.find((column) => column.fixed === 'left')
  return (fixed ?? columns.find((column) => column.cell === 'text' && column.field !== page.entity.key))?.field ?? mainField(page)
}

/** Does the column say in which state a record is? Then its options have colours, or the row has one; those of a type have none. */
export function showsState({ cell, color }: Column, field: Field | null): boolean {
  return cell === 'tag' && (color !== undefined || field?.options?.some(({ tag }) => tag) === true)
}

/**
 * What a record is called, by its `titleField`; undefined when it has no such text. `find` finds the page's words: a record that is known by one of
 * some options is called by its word.
 */
export function titleText(
  page: Named,
  row: Readonly<Record<string, unknown>> | undefined,
  find?: (key: string) => string | undefined,
): string | undefined {
  const field = titleField(page)
  let name: unknown = row
  for (const part of field.split('.')) name = name !== null && typeof name === 'object' ? Reflect.get(name, part) : undefined
  if ((typeof name !== 'string' || name === '') && typeof name !== 'number') return undefined
  return find?.(`${field.includes('.') ? 'related' : 'fields'}.${field}.options.${name}`) ?? String(name)
}

/**
 * What the words `ui.list.ofList` ("Import coupons") name: what is done, and the list, in the middle of a sentence. A first word in capitals
 * (SMS) stays as it is. Chinese has one word for one record and for many, and titles that say "list" beside it.
 */
export function listParams(verb: string, title: string, noun: string | undefined): { verb: string; list: string } {
  if (/\p{Script=Han}/u.test(title)) return { verb, list: noun ?? title }
  return { verb, list: /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title }
}

/** Members of the row of a relation by which a person is known, and their picture: all that is drawn of a person, whichever the column names. */
export const personNames = ['nickname', 'name', 'username', 'title'] as const
export const personFields = ['id', ...personNames, 'avatar'] as const
