import type { Field } from '../field.ts'
import { kindOf } from '../kinds/index.ts'
import { madeKeyName } from './entity/madeKey.ts'

/** A word a page needs: its key in the page's file, the shared keys that serve when it is not there, and the place in the page. */
export interface NeededWord {
  key: string
  shared?: readonly string[]
  /** May be missing everywhere: then nothing is shown. */
  optional?: boolean
  path: readonly (string | number)[]
}

/** The words of a field: its label, its options, and what it says of itself. */
export function fieldWords(field: Field, prefix: string, path: readonly (string | number)[]): NeededWord[] {
  const out: NeededWord[] = [
    { key: `${prefix}.label`, shared: [field.name === madeKeyName ? 'madeKey' : `fields.${field.name}`], path },
  ]
  for (const [i, option] of (field.options ?? []).entries())
    out.push({ key: `${prefix}.options.${option.value}`, path: [...path, 'options', i] })
  for (const extra of ['help', 'placeholder', 'unit', 'clears'] as const)
    if (field[extra]) out.push({ key: `${prefix}.${extra}`, path: [...path, extra] })
  for (const extra of kindOf(field).words ?? []) out.push({ key: `${prefix}.${extra}`, path, optional: true })
  if (kindOf(field).input === 'switch') {
    for (const side of ['on', 'off']) out.push({ key: `${prefix}.options.${side}`, shared: [`switch.${side}`], path })
  }
  for (const inner of Object.values(field.fields ?? {})) {
    out.push(...fieldWords(inner, `${prefix}.fields.${inner.name}`, [...path, 'fields', inner.name]))
  }
  return out
}
