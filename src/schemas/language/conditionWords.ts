import { kindOf } from '../kinds/index.ts'
import type { Condition, Operand, Scalar } from './condition.ts'
import type { Field } from './field.ts'

/** Where the words of a condition come from: labels of fields and options, and the sentences `ui.condition.*`. */
export interface ConditionVocabulary {
  fields: Readonly<Record<string, Field>>
  label(field: string): string
  option(field: string, value: string | number): string
  /** The field that names a row: compared with the person it reads "yourself", not "ID is yourself". */
  key?: string | null
  t(key: string, params?: Record<string, string>): string
}

/** What must be true, in words: "Status is To ship". Parts are joined by the language's own "and" / "or". */
export function conditionWords(condition: Condition, words: ConditionVocabulary): string {
  if (condition.op === 'not') return words.t('ui.condition.not', { what: conditionWords(condition.of, words) })
  if ('of' in condition) {
    const joint = words.t(condition.op === 'all' ? 'ui.condition.and' : 'ui.condition.or')
    return condition.of.map((part) => conditionWords(part, words)).join(joint)
  }
  const field = words.label(condition.field)
  if (condition.op === 'empty') return words.t(condition.value ? 'ui.condition.empty' : 'ui.condition.notEmpty', { field })
  if ('values' in condition) {
    const joint = words.t('ui.condition.list')
    return words.t(`ui.condition.${condition.op}`, {
      field,
      value: condition.values.map((v) => valueText(condition.field, v, words)).join(joint),
    })
  }
  if ('self' in condition.operand && condition.field === words.key) {
    if (condition.op === 'eq') return words.t('ui.condition.isSelf')
    if (condition.op === 'ne') return words.t('ui.condition.isNotSelf')
  }
  return words.t(`ui.condition.${condition.op}`, { field, value: operandText(condition.field, condition.operand, words) })
}

function operandText(field: string, operand: Operand, words: ConditionVocabulary): string {
  if ('value' in operand) return valueText(field, operand.value, words)
  if ('self' in operand) return words.t('ui.condition.self')
  if ('now' in operand) return words.t('ui.condition.now')
  return words.label(operand.field)
}

function valueText(name: string, value: Scalar, words: ConditionVocabulary): string {
  const field = words.fields[name]
  if (!field || value === null) return String(value)
  if (field.options && typeof value !== 'boolean') return words.option(name, value)
  if (field.on !== undefined || kindOf(field).input === 'switch') {
    return words.t(String(value) === String(field.on ?? 1) ? 'ui.condition.on' : 'ui.condition.off')
  }
  return String(kindOf(field).toWire(value, field))
}
