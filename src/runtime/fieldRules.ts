import { conditionFields } from '../schemas/language/condition.ts'
import type { Field } from '../schemas/language/field.ts'
import { holds } from '../schemas/language/predicate.ts'

/** How a field of a form stands right now. */
export interface FieldState {
  visible: boolean
  required: boolean
  disabled: boolean
}

/** Who acts and when, for the conditions of a form. */
export interface Actor {
  selfId: number
  /** Seconds since 1970. */
  now: number
}

/** The rules of a form's fields, which know by which values each field is governed. */
export interface FieldRules {
  /** States of all fields for these values. */
  all(values: Readonly<Record<string, unknown>>): Record<string, FieldState>
  /** States of the fields that the changed ones govern; everything else stands as it did. */
  affected(changed: readonly string[], values: Readonly<Record<string, unknown>>): Record<string, FieldState>
}

/** Fields of the row itself: `mode` is what is being done, `add` or anything else. */
export function createFieldRules(fields: readonly Field[], mode: 'add' | 'edit', actor: () => Actor): FieldRules {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const governs = new Map<string, Set<string>>()
  for (const field of fields) {
    for (const condition of Object.values(field.when)) {
      for (const source of condition ? conditionFields(condition) : []) {
        governs.set(source, (governs.get(source) ?? new Set()).add(field.name))
      }
    }
  }

  function stateOf(field: Field, values: Readonly<Record<string, unknown>>): FieldState {
    const env = { values, ...actor() }
    const visible = field.when.visible ? holds(field.when.visible, env) : true
    const fixed = field.readOnly || (field.writeOnce && mode === 'edit')
    return {
      visible,
      required: visible && (field.required || (field.when.required ? holds(field.when.required, env) : false)),
      disabled: fixed || (field.when.disabled ? holds(field.when.disabled, env) : false),
    }
  }

  return {
    all: (values) => Object.fromEntries(fields.map((field) => [field.name, stateOf(field, values)])),
    affected(changed, values) {
      const names = new Set(changed.flatMap((name) => [...(governs.get(name) ?? [])]))
      return Object.fromEntries(
        [...names].flatMap((name) => {
          const field = byName.get(name)
          return field ? [[name, stateOf(field, values)]] : []
        }),
      )
    },
  }
}
