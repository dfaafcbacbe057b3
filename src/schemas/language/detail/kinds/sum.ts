import * as z from 'zod/mini'
import { fieldAt } from '../../list/parseTable.ts'
import { refuse, within } from '../../place.ts'
import type { SumLine, SumSection } from '../section.ts'
import type { SectionKind, SectionPlace } from './base.ts'

const line = z.union([
  z.string(),
  z.strictObject({ field: z.string(), minus: z.optional(z.literal(true)), note: z.optional(z.string()) }),
])
const keys = {
  sum: z.optional(z.array(line).check(z.minLength(1))),
  total: z.optional(z.string()),
  below: z.optional(z.array(z.string())),
}

export const sum: SectionKind<typeof keys, SumSection> = {
  keys,
  help: {
    sum: 'Amounts that add up to the total, one line each; a line of 0 is left out.',
    'sum[].field': 'The amount.',
    'sum[].minus': 'It is taken off.',
    'sum[].note': 'The field whose value says more about the line.',
    total: 'The amount that the lines add up to.',
    below: 'Amounts below the total, such as what was given back of it.',
  },
  alone: true,
  parse({ name, sum: written = [], total = '', below = [] }, place) {
    const lines = written.map((each): SumLine => (typeof each === 'string' ? { field: each } : each))
    for (const [i, { field, note }] of lines.entries()) {
      requireMoney(field, within(place, 'sum', i))
      if (note !== undefined) fieldAt(note, place.entity, [...place.at, 'sum', i, 'note'], place.issues)
    }
    if (total === '') refuse(place, 'missing "total": the amount that the lines add up to')
    else requireMoney(total, within(place, 'total'))
    for (const [i, field] of below.entries()) requireMoney(field, within(place, 'below', i))
    const notes = lines.flatMap(({ note }) => (note === undefined ? [] : [note]))
    const fields = [...lines.map(({ field }) => field), ...notes, ...(total === '' ? [] : [total]), ...below]
    return { name, as: 'sum', fields, lines, total, below }
  },
}

/** Money adds up in integers; of other tables' fields the kind is not known yet. */
function requireMoney(name: string, place: SectionPlace): void {
  const field = fieldAt(name, place.entity, place.at, place.issues)
  if (field && field.kind !== 'money') refuse(place, `"${name}" is no amount of money`)
}
