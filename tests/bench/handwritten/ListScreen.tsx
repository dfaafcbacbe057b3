import { Button } from 'primereact/button'
import { Column } from 'primereact/column'
import { DataTable, type DataTableStateEvent } from 'primereact/datatable'
import { Tag } from 'primereact/tag'
import { useEffect, useMemo, useState } from 'react'
import { type ComparedList, type Content, optionLabels, options, optionTags } from '../screens/content.ts'
import { fetchRows, type Question, type Row } from './api.ts'

/** A list with its server's pages: a tick and the id first, the buttons of a row last, both staying while it is scrolled sideways. */
export function ListScreen({ list, onAdd }: { list: ComparedList; onAdd?: () => void }) {
  const [question, setQuestion] = useState<Question>({ first: 0, rows: list.rows })
  const [answer, setAnswer] = useState<{ list: Row[]; total: number }>({ list: [], total: 0 })
  const [loading, setLoading] = useState(true)
  const [selected, setSelected] = useState<Row[]>([])
  useEffect(() => {
    const controller = new AbortController()
    setLoading(true)
    fetchRows(list.id, question, controller.signal).then(
      (data) => {
        setAnswer(data)
        setLoading(false)
      },
      () => undefined,
    )
    return () => controller.abort()
  }, [list, question])
  const columns = useMemo(() => list.columns.map(columnOf), [list])
  const ask = ({ first, rows, sortField, sortOrder }: DataTableStateEvent) =>
    setQuestion({ first, rows, sortField: sortField || undefined, sortOrder: sortOrder === 1 ? 'asc' : 'desc' })
  return (
    <>
      <div className="tools">
        <Button icon="pi pi-refresh" text aria-label="Refresh" onClick={() => setQuestion({ ...question })} />
        <Button icon="pi pi-plus" label="Add" onClick={onAdd} />
        <Button icon="pi pi-trash" label="Delete" severity="danger" disabled={selected.length === 0} />
      </div>
      <DataTable
        value={answer.list}
        lazy
        dataKey="id"
        loading={loading}
        scrollable
        scrollHeight="calc(100vh - 200px)"
        size="small"
        paginator
        first={question.first}
        rows={question.rows}
        rowsPerPageOptions={[20, 50, 100]}
        totalRecords={answer.total}
        onPage={ask}
        onSort={ask}
        {...(question.sortField ? { sortField: question.sortField, sortOrder: question.sortOrder === 'asc' ? 1 : -1 } : {})}
        selectionMode="checkbox"
        selection={selected}
        onSelectionChange={(event) => setSelected(event.value)}
      >
        <Column selectionMode="multiple" {...stuck('first')} style={{ minWidth: 48 }} />
        <Column field="id" header="ID" {...stuck('second')} style={{ minWidth: 80 }} />
        {columns}
        <Column body={buttons} {...stuck('last')} style={{ minWidth: 100 }} />
      </DataTable>
    </>
  )
}

/** PrimeReact measures each frozen cell for itself, which takes seconds with a hundred rows; a few lines of CSS do the same. */
function stuck(place: string) {
  return { className: `stuck ${place}`, headerClassName: `stuck ${place}` }
}

function buttons() {
  return (
    <>
      <Button icon="pi pi-pencil" text size="small" aria-label="Edit" />
      <Button icon="pi pi-trash" text size="small" severity="danger" aria-label="Delete" />
    </>
  )
}

function columnOf({ name, label, kind }: Content) {
  return (
    <Column
      key={name}
      field={name}
      header={label}
      sortable={kind === 'integer'}
      body={(row: Row) => cellOf(kind, row[name])}
      align={kind === 'money' || kind === 'integer' ? 'right' : 'left'}
      style={{ minWidth: 140, maxWidth: 240 }}
    />
  )
}

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })
const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en')

function cellOf(kind: Content['kind'], value: unknown) {
  if (value === null || value === undefined || value === '') return '–'
  if (kind === 'money') return `¥${amount.format(Number(value))}`
  if (kind === 'integer') return whole.format(Number(value))
  if (kind === 'datetime') return time.format(Number(value) * 1000)
  if (kind === 'select') {
    const at = options.indexOf(Number(value))
    return <Tag value={optionLabels[at]} severity={tagOf(at)} />
  }
  return (
    <div className="cut" title={String(value)}>
      {String(value)}
    </div>
  )
}

/** PrimeReact has no severity "primary": that is the tag without one. */
function tagOf(at: number): 'info' | 'success' | 'warning' | 'danger' | null {
  const tag = optionTags[at]
  return tag === undefined || tag === 'primary' ? null : tag
}
