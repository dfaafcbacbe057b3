import type { FormModel, Values } from '../../runtime/form/form.ts'
import { equal } from '../../runtime/form/values.ts'
import type { Field } from '../../schemas/field.ts'
import { kindOf } from '../../schemas/kinds/index.ts'

import type { FormContext } from '../define.ts'
import { confirm } from '../ui/overlays/confirm.ts'

export interface Clearing {
  field: Field
  /** What the form is to hold when the person goes ahead. */
  values: Values
}

/** A change that empties other fields, of which at least one is filled in; undefined when it empties none. */
export function clearingOf({ fields, state }: FormModel, next: Values): Clearing | undefined {
  for (const field of fields) {
    if (!field.clears || equal(next[field.name], state.values[field.name])) continue
    const filled = fields.filter(({ name }) => field.clears?.includes(name) && isFilled(state.values[name]))
    if (filled.length === 0) continue
    const emptied = Object.fromEntries(filled.map((each) => [each.name, kindOf(each).empty]))
    return { field, values: { [field.name]: next[field.name], ...emptied } }
  }
  return undefined
}

/** Asks the person, with the field's own words, and does it when they go ahead. */
export async function askToClear({ model, word, wordsAt }: FormContext, { field, values }: Clearing): Promise<void> {
  const words = wordsAt(field.name)
  const label = word(`${words}.label`)
  if (await confirm(word(`${words}.clears`) ?? '', { danger: true, ...(label && { title: label }) })) model.enter(values)
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
}
