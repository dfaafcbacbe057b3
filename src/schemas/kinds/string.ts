import { lengthOptions, textKind, textSchema, withLength } from './define.ts'
import type { TextRule } from './kind.ts'

/**
 * One line of text. `pattern`: a regular expression, said by the word `<field>.wrong` where the page has one. `rule: "name"`: the name of a person (decision 39).
 */
export const string = textKind({
  help: 'One line of text.',
  options: { ...lengthOptions, pattern: 'text', rule: 'textRule', mask: 'mask', sealed: 'text', translated: 'fieldsByLanguage' },
  schema: (field) => textSchema(withLength(field, 255), field.pattern ?? patternOf(field)),
  message: (field) => field.rule ?? 'wrong',
  words: ['wrong'],
  sample: (field, n) =>
    field.rule ? `张${String.fromCharCode(0x4e00 + (n % 1000))}` : `${field.name}${n}`.slice(0, field.maxLength ?? 255),
})

/** 2 to 20 letters or Han characters with inner ·, space or hyphen. */
const patterns = { name: '^(?=.{2,20}$)\\p{L}+(?:[· -]\\p{L}+)*$' } as const

function patternOf(field: { rule?: TextRule }): string | undefined {
  return field.rule && patterns[field.rule]
}
