import type { Condition, Operand, Scalar } from '../../condition.ts'
import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import { framesTo, readReference } from './condition.ts'

/** Where the words of a condition come from: labels of fields and options, and the sentences `ui.condition.*`. */
export interface ConditionVocabulary {
  fields: Readonly<Record<string, Field>>
  label(field: string): string
  option(field: string, value: string | number): string
  /** The field that names a row: compared with the person it reads "yourself", not "ID is yourself". */
  key?: string | null
  /** The vocabulary of the rows inside a field or relation. */
  inside?(name: string): ConditionVocabulary | undefined
  t(key: string, params?: Record<string, string>): string
}

/** What conditions of a page may name: its fields, and those of related rows. */
interface NamedFields {
  fields: Readonly<Record<string, Field>>
  related: Readonly<Record<string, Readonly<Record<string, Field>>>>
  entity: { key: string | null; relations: Readonly<Record<string, unknown>> }
}

/** What a page's conditions are put into words with: `word` gives a word of the page, `t` one of `ui.condition.*`. */
export function pageVocabulary(
  page: NamedFields,
  word: (key: string) => string,
  t: ConditionVocabulary['t'],
): ConditionVocabulary {
  const at = (fields: Readonly<Record<string, Field>>, place: string, key: string | null): ConditionVocabulary => ({
    fields,
    key,
    t,
    label: (name) => word(fields[name] || !page.entity.relations[name] ? `${place}.${name}.label` : `relations.${name}`),
    option: (name, value) => word(`${place}.${name}.options.${value}`),
    inside: (name) => {
      const inner = fields[name]?.fields
      if (inner) return at(inner, `${place}.${name}.fields`, null)
      return at(page.related[name] ?? {}, `related.${name}`, null)
    },
  })
  return at(page.fields, 'fields', page.entity.key)
}

/** What must be true, in words: "Status is To ship". Parts are joined by the language's own "and" / "or". */
export function conditionWords(condition: Condition, words: ConditionVocabulary): string {
  return say(condition, [words])
}

/** Vocabularies from the record to the nearest row. */
type Frames = readonly ConditionVocabulary[]

/** The vocabulary of the nearest row. */
function near(frames: Frames): ConditionVocabulary {
  const last = frames.at(-1)
  if (!last) throw new Error('a condition is about a row')
  return last
}

function say(condition: Condition, frames: Frames): string {
  const { t } = near(frames)
  switch (condition.op) {
    case 'not':
      return t('ui.condition.not', { what: say(condition.of, frames) })
    case 'all':
    case 'any': {
      const joint = t(condition.op === 'all' ? 'ui.condition.and' : 'ui.condition.or')
      return condition.of.map((part) => grouped(part, condition.op, frames)).join(joint)
    }
    case 'some':
    case 'every': {
      const reference = readReference(condition.rows)
      const around = framesTo(reference, frames)
      const inner = near(around).inside?.(reference.name)
      const what = say(condition.of, inner ? [...around, inner] : frames)
      return t(`ui.condition.${condition.op}`, { field: label(condition.rows, frames), what })
    }
    default:
      return sayLeaf(condition, frames)
  }
}

/** "or" inside "and" is put in brackets, and vice versa. */
function grouped(part: Condition, within: 'all' | 'any', frames: Frames): string {
  const what = say(part, frames)
  const needs = (part.op === 'all' || part.op === 'any') && part.op !== within && part.of.length > 1
  return needs ? near(frames).t('ui.condition.group', { what }) : what
}

function sayLeaf(condition: Extract<Condition, { field: string }>, frames: Frames): string {
  const { t, key } = near(frames)
  const field = label(condition.field, frames)
  if (condition.op === 'empty') return t(condition.value ? 'ui.condition.empty' : 'ui.condition.notEmpty', { field })
  if ('values' in condition) {
    const value = condition.values.map((v) => valueText(condition.field, v, frames)).join(t('ui.condition.list'))
    return t(`ui.condition.${condition.op}`, { field, value })
  }
  if ('self' in condition.operand && condition.field === key) {
    if (condition.op === 'eq') return t('ui.condition.isSelf')
    if (condition.op === 'ne') return t('ui.condition.isNotSelf')
  }
  return t(`ui.condition.${condition.op}`, { field, value: operandText(condition.field, condition.operand, frames) })
}

/** A field's label; of a row further out with whose it is. */
function label(text: string, frames: Frames): string {
  const reference = readReference(text)
  const around = framesTo(reference, frames)
  const field = around.at(-1)?.label(reference.name) ?? reference.name
  if (around.length === frames.length) return field
  return near(frames).t(around.length <= 1 ? 'ui.condition.ofRecord' : 'ui.condition.ofParent', { field })
}

function operandText(field: string, operand: Operand, frames: Frames): string {
  const { t } = near(frames)
  if ('value' in operand) return valueText(field, operand.value, frames)
  if ('self' in operand) return t('ui.condition.self')
  if ('now' in operand) return nowText(operand.now, t)
  return label(operand.field, frames)
}

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** "now", or how long before or after it, in the largest unit that fits. */
function nowText(offset: number, t: ConditionVocabulary['t']): string {
  if (offset === 0) return t('ui.condition.now')
  const [unit, size] = units.find(([, seconds]) => offset % seconds === 0) ?? ['seconds', 1]
  const time = t(`ui.condition.${unit}`, { n: String(Math.abs(offset) / size) })
  return t(offset < 0 ? 'ui.condition.beforeNow' : 'ui.condition.afterNow', { time })
}

function valueText(text: string, value: Scalar, frames: Frames): string {
  const reference = readReference(text)
  const words = framesTo(reference, frames).at(-1)
  const field = words?.fields[reference.name]
  if (!words || !field || value === null) return String(value)
  if (field.options && typeof value !== 'boolean') return words.option(reference.name, value)
  if (field.on !== undefined || kindOf(field).input === 'switch') {
    return words.t(String(value) === String(field.on ?? 1) ? 'ui.condition.on' : 'ui.condition.off')
  }
  return String(kindOf(field).toWire(value, field))
}
