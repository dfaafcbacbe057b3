import { useMemo, useRef } from 'react'
import { AllRows, Gap } from '../AllRows.tsx'
import type { BodyParts, GridBodyProps, RowComponent } from '../body.ts'
import { drawnColumns } from '../drawn.ts'
import { useFocusKept } from '../tabStops.ts'
import { useColumnsInSight } from './useColumnsInSight.ts'
import { useLinesInSight } from './useLinesInSight.ts'
import { usePrinting, useTabsOfNewCells } from './windowed.ts'

interface WindowedRowsProps extends GridBodyProps, BodyParts {
  Row: RowComponent
  /** The row that is being dragged. */
  held: string | null
}

/** The lines and columns of a large list that are in sight, at their place in the height and width of all. On paper all of them. */
export default function WindowedRows(props: WindowedRowsProps) {
  const { lines, span, draw, columns, columnsBefore, Row } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { items, height, measure, tabStop } = useLinesInSight(props, body)
  const places = useColumnsInSight(props, items[0]?.index ?? 0)
  const cells = useMemo(() => drawnColumns(columns, places, columnsBefore), [columns, places, columnsBefore])
  useFocusKept(body, lines)
  useTabsOfNewCells(body, cells)
  if (usePrinting()) return <AllRows lines={lines} span={span} draw={draw} columns={columns} Row={Row} />
  let drawnTo = 0
  return (
    <tbody ref={body}>
      {items.flatMap(({ index, start, end }) => {
        const line = lines.at(index)
        if (!line) return []
        const missing = start - drawnTo
        drawnTo = end
        return [
          missing > 0 && <Gap key={`before ${line.key}`} span={span} height={missing} />,
          draw(line, { Row, cells, rowRef: measure, lineIndex: index, isTabStop: index === tabStop }),
        ]
      })}
      {height > drawnTo && <Gap key="rest" span={span} height={height - drawnTo} />}
    </tbody>
  )
}
