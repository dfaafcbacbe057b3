import type { ReactNode } from 'react'
import type { Row } from '../../../../runtime/rows.ts'
import type { Field } from '../../../../schemas/field.ts'
import type { RowsSection } from '../../../../schemas/language/detail/section.ts'
import { cellOf, cellText, plainColumn, renderCell } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { numbered } from '../../../numbered.ts'
import { fieldAt } from '../columns.ts'
import type { Run } from '../useRun.ts'
import { Composer } from './Composer.tsx'
import { columnFor, labelAt } from './detailColumns.ts'
import { nested, rowsOf } from './RelatedRows.tsx'
import { type RecordProps, shownValue } from './shown.tsx'

interface TimelineProps extends RecordProps {
  section: RowsSection
  /** Without it nothing can be done here: no remark is written. */
  run: Run | undefined
  /** What is shown among what happened, by its time in unix seconds. */
  among?: readonly { id: string; time: number; node: ReactNode }[]
}

/**
 * What happened, newest first: the first field as its head, short facts behind it and then the time; texts, such as remarks, below. Above
 * it a remark is written, where the page has an action for that.
 */
export function Timeline({ crud, env, row, section, run, among = [] }: TimelineProps) {
  const { relation, compose } = section
  const fieldOf = (field: string) => fieldAt(crud.page, `${relation}.${field}`)
  const times = section.fields.filter((field) => fieldOf(field)?.kind === 'datetime')
  const time = times[0] ?? 'create_time'
  const rest = section.fields.filter((field) => !times.includes(field))
  const texts = rest.filter((field) => isText(fieldOf(field)))
  const facts = rest.filter((field) => !texts.includes(field))
  const items = newestFirst(rowsOf(row, relation).slice(0, section.limit), time)
  const happened = numbered(items).map(({ item, at: place }) => {
    const at = nested(item, relation)
    const isThere = (field: string) => !isNothing(item[field])
    const draw = (field: string) => factOf({ crud, env, row: at }, `${relation}.${field}`)
    const node = (
      <>
        <p className="s-timeline-head">
          {facts.filter(isThere).map((field) => (
            <span key={field} title={labelAt(crud, `${relation}.${field}`)}>
              {draw(field)}
            </span>
          ))}
          <span className="s-timeline-time">{timeOf({ crud, env, row: at }, `${relation}.${time}`)}</span>
        </p>
        {texts.filter(isThere).map((field) => (
          <p key={field} className="s-timeline-text">
            {draw(field)}
          </p>
        ))}
      </>
    )
    return { id: String(place), time: Number(item[time] ?? 0), node }
  })
  const isWriting = compose !== undefined && run !== undefined && crud.can(compose, row).visible
  return (
    <>
      {isWriting && <Composer key={crud.keyOf(row)} crud={crud} row={row} name={compose} />}
      <ol className="s-timeline">
        {[...happened, ...among]
          .sort((a, b) => b.time - a.time)
          .map(({ id, node }) => (
            <li key={id}>{node}</li>
          ))}
      </ol>
    </>
  )
}

/** What happened, and to what: choices as words, since a tag is for the state of the record itself. */
function factOf(props: RecordProps, name: string): ReactNode {
  const { crud, env, row } = props
  const column = columnFor(crud, name)
  if (column.cell !== 'tag') return shownValue(props, name)
  return cellText(cellOf(column.cell), { value: valueAt(row, name), row, column, field: fieldAt(crud.page, name), env })
}

/** From this length on a text is a remark, not a fact. */
const remark = 100

function isText(field: Field | null): boolean {
  return field?.kind === 'textarea' || (field?.kind === 'string' && (field.maxLength ?? 0) > remark)
}

function newestFirst(items: readonly Row[], time: string): readonly Row[] {
  return [...items].reverse().sort((a, b) => Number(b[time] ?? 0) - Number(a[time] ?? 0))
}

function timeOf({ env, row }: RecordProps, name: string): ReactNode {
  const column = plainColumn(name, 'datetime')
  return renderCell(cellOf('datetime'), { value: valueAt(row, name), row, column, field: null, env })
}
