import { formatDateTime } from '../../schemas/kinds/clock.ts'
import { defineField, type FieldProps } from '../define.ts'
import { MomentControl } from './parts/MomentControl.tsx'

/** A day. */
function DateControl(props: FieldProps) {
  return <MomentControl {...props} kind="date" now={formatDateTime(Date.now() / 1000).slice(0, 10)} />
}

export const date = defineField({ Control: DateControl })
