import { type ReactNode, useRef } from 'react'
import type { GridColumn } from '../columns.ts'
import type { BodyParts, OwnOfRow, RowComponent } from './body.ts'
import type { Lines } from './lines.ts'
import { useFocusKept } from './tabStops.ts'

export interface RowsProps extends BodyParts {
  lines: Lines
  columns: readonly GridColumn[]
  Row: RowComponent
}

/** Every line of a list. */
export function AllRows({ lines, draw, columns, Row }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useFocusKept(body, lines)
  return <tbody ref={body}>{linesUpTo(lines, lines.count, draw, { Row, cells: columns })}</tbody>
}

/** The lines before `end`. */
export function linesUpTo(lines: Lines, end: number, draw: BodyParts['draw'], own: Omit<OwnOfRow, 'isTabStop'>): ReactNode[] {
  const isPart = end < lines.count
  return Array.from({ length: end }, (_, index) => {
    const line = lines.at(index)
    return line && draw(line, { ...own, isTabStop: index === 0, lineIndex: isPart ? index : undefined })
  })
}

/** Nothing that could be read. */
const unread = { role: 'presentation' }

/** Stands for lines that are not drawn. */
export function Gap({ span, height }: { span: number; height: number }) {
  return (
    <tr className="s-grid-gap" {...unread}>
      <td colSpan={span} style={{ height }} aria-hidden="true" />
    </tr>
  )
}
