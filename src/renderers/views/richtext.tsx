import { RichView } from '../ui/rich/RichView.tsx'
import type { ViewProps } from './view.ts'

/** Text with form. */
export function RichtextView({ value }: ViewProps) {
  return <RichView html={typeof value === 'string' ? value : ''} />
}
