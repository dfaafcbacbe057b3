import type { Field } from '../../schemas/field.ts'
import type { FormModel } from '../form/form.ts'
import type { Key } from '../rows.ts'

/** A cell of the list that is being edited: a form of one field. */
export interface CellEdit {
  key: Key
  field: Field
  form: FormModel
  state: CellEditState
}

export interface CellEditState {
  /** `open`: somebody types. `saving`: the list shows what was typed. `refused`: it shows what is stored, and what was typed is kept here. */
  phase: 'open' | 'saving' | 'refused'
}
