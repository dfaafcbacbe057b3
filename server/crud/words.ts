import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { type ConditionVocabulary, pageVocabulary } from '../../src/schemas/language/condition/wording.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { interpolate, type WordMap } from '../../src/schemas/language/words.ts'
import type { Context } from '../core/context.ts'
import type { FieldMessage } from './domain.ts'
import { shownValue } from './wire.ts'

/**
 * Path of the words of a form's fields: `fields` for the record, `actions.<name>.fields` for an action. `words`: of fields that the page
 * does not have. `inside` prefixes the names in messages when the fields are nested in the body.
 */
export type WordPlace = { page: Page; prefix: string; words?: WordMap; inside?: string }

/** Label of a field in the language of the person. */
export function labelOf(ctx: Context, place: WordPlace, name: string): string {
  const [, row] = name.split('.')
  const path = pathOf(name)
  const number = row === undefined || Number.isNaN(Number(row)) ? '' : ` (${Number(row) + 1})`
  return `${wordOf(ctx, place, `${path}.label`) ?? wordOf(ctx, place, path) ?? name}${number}`
}

/** Path of the words of an error's field: of `lines.0.quantity` at `lines.fields.quantity`. */
function pathOf(name: string): string {
  const [first = '', , inner] = name.split('.')
  return inner === undefined ? first : `${first}.fields.${inner}`
}

function wordOf(ctx: Context, { page, prefix, words }: WordPlace, path: string): string | undefined {
  for (const key of [`${prefix}.${path}`, `fields.${path}`]) {
    const own = words?.[key]
    if (own !== undefined) return own
    const text = ctx.schema.words.text(ctx.lang, page.id, key)
    if (text !== key) return text
  }
  return undefined
}

/** Text of a finding about one field: the page's own word for it (`fields.zip.wrong`), else the shared one. */
export function messageText(ctx: Context, place: WordPlace, name: string, message: FieldMessage): string {
  const params = { label: labelOf(ctx, place, name), ...message.params }
  const own = wordOf(ctx, place, `${pathOf(name)}.${message.code}`)
  return own === undefined ? ctx.text(`validate.${message.code}`, params) : interpolate(own, params)
}

/** A model value as a person reads it: the option's label, the side of a switch, else its wire form. */
export function valueText(ctx: Context, page: Page, field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  const label = (option: string) => {
    const key = `fields.${field.name}.options.${option}`
    const text = ctx.schema.words.text(ctx.lang, page.id, key)
    return text === key ? undefined : text
  }
  const own = label(String(value))
  if (own !== undefined || !isSwitch(field)) return own ?? String(shownValue(field, value))
  const side = String(value) === String(field.on ?? 1) ? 'on' : 'off'
  return label(side) ?? ctx.text(`ui.list.${side}`)
}

/** Does the field have two states with labels of their own? */
export function isSwitch(field: Field): boolean {
  return kindOf(field).input === 'switch'
}

/** What the conditions of a page are put into words with, in the language of the person. */
export function conditionVocabulary(ctx: Context, page: Page): ConditionVocabulary {
  const { words } = ctx.schema
  return pageVocabulary(
    page,
    (key) => words.text(ctx.lang, page.id, key),
    (key, params) => ctx.text(key, params),
  )
}
