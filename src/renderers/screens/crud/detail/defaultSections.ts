import { kindOf } from '../../../../schemas/kinds/index.ts'
import type { FieldsSection } from '../../../../schemas/language/detail/section.ts'
import type { Page } from '../../../../schemas/language/page.ts'
import { fieldAt } from '../columns.ts'

/**
 * The sections of a page that names none: what its list and its form know of a record, the times and the key beside them. Texts, data and
 * rows come last, since they are read at full length.
 */
export function defaultSections(page: Page): FieldsSection[] {
  const listed = page.table.columns.map(({ field }) => field)
  const written = page.form.sections.flatMap(({ fields }) => fields)
  const own = Object.keys(page.fields).filter((name) => page.fields[name]?.kind === 'datetime')
  const keys = new Set(listed.map((name) => keyOf(page, name)))
  const names = [...new Set([...listed, ...written.filter((name) => !keys.has(name)), ...own])].filter((name) =>
    isShown(page, name),
  )
  const isBeside = (name: string) => name === page.entity.key || isOfSystem(page, name)
  const main = names.filter((name) => !isBeside(name))
  const long = main.filter((name) => lengthy.includes(fieldAt(page, name)?.kind ?? ''))
  const beside = names.filter(isBeside)
  return [
    { name: '', as: 'fields', fields: [...main.filter((name) => !long.includes(name)), ...long] },
    ...(beside.length > 0 ? [{ name: '', as: 'fields', fields: beside, side: true } as const] : []),
  ]
}

/** Kinds that take whole lines. */
const lengthy: readonly string[] = ['textarea', 'richtext', 'json', 'array', 'subtable', 'images', 'files']

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
