import type { Condition } from '../../src/schemas/condition.ts'
import type { Field } from '../../src/schemas/field.ts'
import { type ConditionVocabulary, conditionWords, pageVocabulary } from '../../src/schemas/language/condition/wording.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Schema } from '../schema/schema.ts'
import { asSet } from './fact.ts'

/** Puts a condition into English. */
export type Wording = (condition: Condition) => string

/** A condition without the order of parts and values that has no meaning. */
export function plainCondition(condition: Condition): unknown {
  switch (condition.op) {
    case 'all':
    case 'any':
      return { op: condition.op, of: asSet(condition.of.map(plainCondition)) }
    case 'not':
    case 'some':
    case 'every':
      return { ...condition, of: plainCondition(condition.of) }
    default:
      return 'values' in condition ? { ...condition, values: asSet(condition.values) } : condition
  }
}

/** The condition in the words of its page; conditions over rows further out as they are written. */
export function wordingOf(vocabulary: ConditionVocabulary): Wording {
  return (condition) => {
    const written = JSON.stringify(plainCondition(condition))
    return written.includes('"$') ? written : conditionWords(condition, vocabulary)
  }
}

/** What the conditions of a page, or of the form of one of its actions, are put into words with. */
export function vocabularyOf(page: Page, schema: Schema, action?: { name: string; fields: Readonly<Record<string, Field>> }) {
  const prefix = action ? `actions.${action.name}.` : ''
  const word = (key: string) => schema.words.text('en', page.id, prefix + key)
  const named = action ? { fields: action.fields, related: {}, entity: { key: null, relations: {} } } : page
  return pageVocabulary(named, word, (key, params) => schema.words.text('en', null, key, params))
}
