import { Refused } from '../../core/refuse.ts'

/** The refusal that is the same for fields that are secret, not stored, or not there at all (control C14). */
export function unknownField(name: string): Refused {
  return new Refused('crud.field', { name: name.slice(0, 60) })
}
