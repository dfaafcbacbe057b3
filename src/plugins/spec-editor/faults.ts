import { useMemo } from 'react'
import { type FieldProps, useValue } from '../../renderers/face.ts'
import { partsUnder } from '../../renderers/form/KontorField.tsx'
import { sameMembers } from '../../renderers/useValue.ts'
import type { SpecFault } from '../../schemas/kinds/specRules.ts'
import type { EditorState } from './model/editor.ts'

/** A fault with its message where the server wrote one. */
export interface ShownFault extends SpecFault {
  text?: string
}

/**
 * The faults that are shown: what was typed and cannot be is told at once; what is still missing only when the form was asked, or the field
 * left. What the server says of a place stands beside them.
 */
export function useShown({ partErrors, invalid, name, form }: FieldProps, known: EditorState): readonly ShownFault[] {
  // What the form found of the parts is older than what is known of the value; what the server said stays until the field is changed.
  const told = useValue(form.model.state, ({ errors }) => partsUnder(errors, name), sameMembers)
  return useMemo(() => {
    const { value, faults } = known
    const asked = invalid || Object.keys(partErrors).length > 0
    const own = asked ? faults : faults.filter(({ path }) => isTyped(value, path))
    const places = new Set(own.map(({ path }) => path.join('.')))
    const server = Object.entries(told).flatMap(([place, text]): ShownFault[] => {
      const path = place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
      const isKnown = places.has(place) || faults.some((each) => each.path.join('.') === place)
      return isKnown ? [] : [{ path, code: '', params: {}, text }]
    })
    return [...own, ...server]
  }, [known, partErrors, invalid, told])
}

/** Does the place hold something that was entered? */
function isTyped(value: unknown, path: SpecFault['path']): boolean {
  if (path.length < 3) return false
  const held = path.reduce<unknown>(
    (at, part) => (at !== null && typeof at === 'object' ? Reflect.get(at, part) : undefined),
    value,
  )
  return held !== null && held !== undefined && held !== '' && !Array.isArray(held)
}

/** The message of a fault: the server's own, or the one of its code. */
export function faultText(form: Pick<FieldProps['form'], 't'>, { text, code, params }: ShownFault): string {
  return text ?? form.t(`validate.${code}`, params)
}
