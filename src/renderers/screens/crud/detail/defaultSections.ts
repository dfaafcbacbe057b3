import { kindOf } from '../../../../schemas/kinds/index.ts'
import type { DetailSection, FieldsSection } from '../../../../schemas/language/detail/section.ts'
import type { Page } from '../../../../schemas/language/page.ts'
import { fieldAt } from '../columns.ts'

/**
 * The sections of a record. Those of its page where they say what the record is; else those by themselves, with the page's parts below them (rows
 * that a row of the list opens to, say).
 */
export function sectionsOf(page: Page, labelOf: (name: string) => string): readonly DetailSection[] {
  const own = page.detail ?? []
  // A page of one record has no list whose facts could be meant.
  const isWhole = own.some(({ as }) => as === 'fields') || (page.kind === 'detail' && own.length > 0)
  return isWhole ? own : [...defaultSections(page, labelOf), ...own]
}

/**
 * The sections of a page that names none: what its list and its form know of a record, each once, the times and the key beside them. Texts, data
 * and rows come last, since they are read at full length.
 */
function defaultSections(page: Page, labelOf: (name: string) => string): FieldsSection[] {
  const listed = page.table.columns.map(({ field }) => field)
  const written = page.form.sections.flatMap(({ fields }) => fields)
  const own = Object.keys(page.fields).filter((name) => page.fields[name]?.kind === 'datetime')
  const keys = new Set(listed.map((name) => keyOf(page, name)))
  const all = [...new Set([...listed, ...written.filter((name) => !keys.has(name)), ...own])].filter((name) =>
    isShown(page, name),
  )
  const names = toldOnce(page, all, labelOf)
  const isBeside = (name: string) => name === page.entity.key || isOfSystem(page, name)
  const main = names.filter((name) => !isBeside(name))
  const long = main.filter((name) => isLengthy(page, name))
  const beside = names.filter(isBeside)
  return [
    { name: '', as: 'fields', fields: [...main.filter((name) => !long.includes(name)), ...long] },
    ...(beside.length > 0 ? [{ name: '', as: 'fields', fields: beside, side: true } as const] : []),
  ]
}

/** Kinds that take whole lines. */
const lengthy: readonly string[] = ['textarea', 'richtext', 'json', 'array', 'subtable', 'images', 'files']

function isLengthy(page: Page, name: string): boolean {
  return lengthy.includes(fieldAt(page, name)?.kind ?? '')
}

/**
 * Without what another of the same name says: a summary of what is read at full length itself, and the choice of rows whose names a computed
 * field has.
 */
function toldOnce(page: Page, names: readonly string[], labelOf: (name: string) => string): string[] {
  const isMade = (name: string) => fieldAt(page, name)?.virtual !== undefined
  const isFull = (name: string) => isLengthy(page, name) && !isMade(name)
  const isChoice = (name: string) => fieldInput(page, name) === 'remote'
  const isToldBy = (name: string, other: string) => (isMade(name) && isFull(other)) || (isChoice(name) && isMade(other))
  return names.filter((name) => !names.some((other) => labelOf(other) === labelOf(name) && isToldBy(name, other)))
}

function fieldInput(page: Page, name: string) {
  const field = fieldAt(page, name)
  return field ? kindOf(field).input : undefined
}

/** The field by which a column of a relation of one finds its row: that column says in words what the field holds. */
function keyOf(page: Page, name: string): string | undefined {
  const [relation = '', field] = name.split('.')
  const found = field === undefined ? undefined : page.entity.relations[relation]
  return found?.type === 'one' ? found.key : undefined
}

/** Secrets are nowhere; the code of a choice is shown by the name beside it. */
function isShown(page: Page, name: string): boolean {
  const field = fieldAt(page, name)
  return !(field?.secret || field?.kind === 'password' || (field && !kindOf(field).cell))
}

/** A time that nobody enters. */
function isOfSystem(page: Page, name: string): boolean {
  const field = fieldAt(page, name)
  return field?.kind === 'datetime' && (field.readOnly === true || name === 'create_time' || name === 'update_time')
}
