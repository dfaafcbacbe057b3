import { formatDateTime } from '../../schemas/kinds/clock.ts'
import { defineField, type FieldProps } from '../define.ts'
import { MomentControl } from './parts/MomentControl.tsx'

/** A time of day. */
function TimeControl(props: FieldProps) {
  return <MomentControl {...props} kind="time" now={formatDateTime(Date.now() / 1000).slice(11)} />
}

export const time = defineField({ Control: TimeControl })
