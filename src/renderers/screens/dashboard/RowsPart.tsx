import { useEffect, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type Crud, createCrud } from '../../../runtime/crud/crud.ts'
import { filtersQuery } from '../../../runtime/crud/query.ts'
import type { LoadedPage } from '../../../runtime/page.ts'
import type { DashboardModel } from '../../../runtime/screens/dashboard.ts'
import type { Rows } from '../../../schemas/language/dashboard/dashboard.ts'
import { renderCell } from '../../cells/draw.ts'
import { valueAt } from '../../cells/value.ts'
import { useRuntime } from '../../context.tsx'
import { scrolledByKeys } from '../../scrolled.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useLoad } from '../../useLoad.ts'
import { useValue } from '../../useValue.ts'
import { gridColumns } from '../crud/columns.ts'
import { DetailLink } from '../crud/detail/DetailLink.tsx'
import { useCellEnv } from '../crud/useCellEnv.ts'
import { useListPath } from './useListPath.ts'

interface RowsPartProps {
  list: Rows
  board: DashboardModel
  loaded: LoadedPage
}

/** So many columns fit in half of the width; a list with more takes all of it. */
const columnsInHalf = 4

/** The first rows of another screen's list, as that list shows them. */
export function RowsPart({ list, board, loaded }: RowsPartProps) {
  const runtime = useRuntime()
  const { value: crud } = useLoad(async () => createCrud(runtime.screen(await runtime.page(list.page))), [runtime, list.page])
  const figures = useValue(board.state, (s) => s.cards)
  const path = useListPath(list.page, list.filters)
  // New figures come with new rows.
  useEffect(() => {
    if (!crud || !figures) return
    crud.readAddress([`limit=${list.size}`, filtersQuery(list.filters)].filter(Boolean).join('&'))
    void crud.load({ showError: false, showCodeMessage: false })
  }, [crud, list, figures])
  const title = loaded.t(`dashboard.lists.${list.name}.title`)
  return (
    <section className={list.columns.length > columnsInHalf ? 's-rows is-wide' : 's-rows'} aria-label={title}>
      <header>
        <h3>{title}</h3>
        {path !== undefined && <Link to={path}>{loaded.t('ui.board.all')}</Link>}
      </header>
      {crud ? <RowTable crud={crud} list={list} loaded={loaded} title={title} /> : <Skeleton height={160} />}
    </section>
  )
}

function RowTable({ crud, list, loaded, title }: { crud: Crud; list: Rows; loaded: LoadedPage; title: string }) {
  const env = useCellEnv(useRuntime(), crud)
  const rows = useValue(crud.state, (s) => s.rows)
  const ready = useValue(crud.state, (s) => s.loaded)
  const columns = useMemo(() => {
    const all = gridColumns(crud.page, crud.loaded.find)
    return list.columns.flatMap((name) => all.find((column) => column.id === name) ?? [])
  }, [crud, list])
  const opens = crud.page.entity.key !== null && crud.page.table.open !== null && crud.can('detail').allowed
  if (!ready) return <Skeleton height={160} />
  if (rows.length === 0) return <p className="s-board-none">{loaded.t('ui.list.nothing')}</p>
  return (
    <section className="s-rows-table" {...scrolledByKeys} aria-label={title}>
      <table>
        <thead>
          <tr>
            {columns.map(({ id, label, align }) => (
              <th key={id} scope="col" className={align ? 's-right' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={crud.keyOf(row)}>
              {columns.map(({ id, cell, column, field, align, main }) => {
                const shown = renderCell(cell, { value: valueAt(row, id), row, column: { ...column, secondary: [] }, field, env })
                return (
                  <td key={id} className={align ? 's-right' : undefined}>
                    {main && opens ? (
                      <DetailLink page={list.page} query={{ id: String(crud.keyOf(row)) }}>
                        {shown}
                      </DetailLink>
                    ) : (
                      shown
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
