import { kindOf } from '../../../../schemas/kinds/index.ts'
import type { FormContext } from '../../../define.ts'
import { checkForm } from '../../../form/check.ts'
import { messageText } from '../../../form/messageText.ts'
import { numberValue } from '../../../ui/inputs/NumberInput.tsx'
import { controlIn } from './cellFocus.ts'
import type { CellMove } from './cellMoves.ts'

/** What is wrong with the value of a cell before it is sent, in words; '' when nothing is. The control keeps the focus then. */
export function problemIn(face: FormContext, own: HTMLElement | null, move: CellMove): string {
  const { model } = face
  const [field] = model.fields
  const control = controlIn(own)
  if (!field) return ''
  // A number that cannot be read never becomes a value.
  const typed = control instanceof HTMLInputElement && kindOf(field).input === 'range' ? control.value : ''
  const isUnread = numberValue(typed, 0) === undefined
  // Dates are read when their control is left.
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && own?.contains(activeElement)) activeElement.blur()
  const state = { visible: true, required: model.state.fields[field.name]?.required ?? field.required, disabled: false }
  const { message } = kindOf(field)
  const unread = { path: [field.name], error: { code: typeof message === 'string' ? message : 'number', params: {} } }
  const [wrong] = isUnread ? [unread] : checkForm([field], model.state.values, { [field.name]: state }, { sight: model.sight() })
  if (!wrong) return ''
  if (move !== 'stay') control?.focus()
  return messageText(face, wrong)
}
