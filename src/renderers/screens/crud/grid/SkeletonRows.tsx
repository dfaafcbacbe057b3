import { times } from '../../../numbered.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { GridColumn } from '../columns.ts'

interface SkeletonRowsProps {
  columns: readonly GridColumn[]
  rows: number
  /** px that can be seen; 0 while unknown. */
  room: number
  /** Columns before the first with data. */
  before: number
}

/** Grey rows in place of the first answer's, of the columns in sight. */
export function SkeletonRows({ columns, rows, room, before }: SkeletonRowsProps) {
  const seen = inSight(columns, room || innerWidth)
  const rest = columns.length - seen.length + 1
  return (
    <tbody className="s-grid-waiting" aria-hidden="true">
      {times(rows).map((i) => (
        <tr key={i}>
          {before > 0 && <td colSpan={before} />}
          {seen.map((c, j) => (
            <td key={c.id} className={c.align ? 's-right' : undefined}>
              <Skeleton width={`${45 + ((i * 7 + j * 13) % 40)}%`} />
            </td>
          ))}
          <td colSpan={rest} />
        </tr>
      ))}
    </tbody>
  )
}

function inSight(columns: readonly GridColumn[], room: number): readonly GridColumn[] {
  let width = 0
  const end = columns.findIndex((grid) => {
    width += grid.width
    return width >= room
  })
  return end < 0 ? columns : columns.slice(0, end + 1)
}
