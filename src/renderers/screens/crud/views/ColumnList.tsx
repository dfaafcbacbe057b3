import { useLoadedWords } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sorting, useSorted } from '../../../ui/display/Sorting.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx'
import type { GridColumn } from '../columns.ts'
import { inOrder, isShown, type OwnColumns } from '../grid/arranged.ts'
import { placeColumn, showColumn, togglePinned } from '../head/columnMoves.ts'
import { columnWords } from '../head/columnWords.ts'

export interface ColumnListProps {
  own: OwnColumns
  onReset(): void
  t(key: string, params?: Record<string, string | number>): string
}

/** The columns of a list in their order: which are shown, which stay at the left edge. The column that names the record always stays. */
export default function ColumnList(props: ColumnListProps) {
  return useLoadedWords(columnWords) ? <Columns {...props} /> : null
}

function Columns({ own, onReset, t }: ColumnListProps) {
  const { columns, layout } = own
  const shown = inOrder(columns, layout).filter((grid) => !grid.main)
  const isChanged = Object.keys(layout).length > 0
  return (
    <>
      <p className="s-chooser-help">{t('ui.columns.help')}</p>
      <div className="s-chooser-list">
        <Sorting ids={shown.map(({ id }) => id)} onMove={(id, target) => placeColumn(own, id, target)}>
          {shown.map((grid) => (
            <OneColumn key={grid.id} grid={grid} own={own} t={t} />
          ))}
        </Sorting>
      </div>
      <Button size="small" disabled={!isChanged} onClick={onReset}>
        {t('ui.list.columnsReset')}
      </Button>
    </>
  )
}

interface OneColumnProps {
  grid: GridColumn
  own: OwnColumns
  t: ColumnListProps['t']
}

function OneColumn({ grid, own, t }: OneColumnProps) {
  const { id, label } = grid
  const { ref, away, transition, isDragging, handle } = useSorted(id, t('ui.columns.move', { column: label }))
  const isPinned = own.layout.pinned?.includes(id) === true
  const style = { transform: away ? `translateY(${away.y}px)` : undefined, transition }
  return (
    <div ref={ref} className="s-chooser-column" style={style} data-held={isDragging ? '' : undefined}>
      {handle}
      <Checkbox checked={isShown(grid, own.layout) && !own.leftOut.includes(id)} onChange={(on) => showColumn(own, id, on)}>
        {label}
      </Checkbox>
      <IconButton
        icon={isPinned ? 'lock' : 'lock-open'}
        label={t(isPinned ? 'ui.columns.unpinOf' : 'ui.columns.pinOf', { column: label })}
        aria-pressed={isPinned}
        onClick={() => togglePinned(own, id)}
      />
    </div>
  )
}
