import { Checkbox } from '../../renderers/ui/inputs/Checkbox.tsx'
import { sheetColumns } from './model/sheet.ts'
import type { SpecGridProps } from './SpecGrid.tsx'
import { columnTitle } from './words.ts'

/** The heading of the table, which stays in sight. */
export function SkuHead({ say, rows, chosen, off, onChosen }: SpecGridProps) {
  const count = rows.filter(({ key }) => chosen.has(key)).length
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells of the body take the focus
    // biome-ignore lint/a11y/useSemanticElements: part of a grid of divs, whose rows stand at their place
    <div role="row" className="p-grid-row p-grid-head" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: headings are not sorted by */}
      {/* biome-ignore lint/a11y/useSemanticElements: part of a grid of divs */}
      <div role="columnheader" className="p-grid-name" aria-colindex={1}>
        {!off && rows.length > 1 && (
          <Checkbox
            label={say('chooseAll')}
            checked={count > 0 && count === rows.length}
            indeterminate={count > 0 && count < rows.length}
            onChange={(checked) => onChosen(new Set(checked ? rows.map(({ key }) => key) : []))}
          />
        )}
        {count > 0 ? say('chosen', { count }) : say('sku')}
      </div>
      {sheetColumns.map((column, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: headings are not sorted by
        // biome-ignore lint/a11y/useSemanticElements: part of a grid of divs
        <div key={column} role="columnheader" className={`p-cell p-cell-${column}`} aria-colindex={i + 2}>
          {columnTitle(say, column)}
          {(column === 'price' || column === 'stock') && (
            <span className="k-required" aria-hidden="true">
              *
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
