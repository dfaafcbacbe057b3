import { Checkbox } from '../../../renderers/ui/inputs/Checkbox.tsx'
import { sheetColumns } from '../model/sheet.ts'
import { columnTitle } from '../words.ts'
import { headingRole, rowRole } from './gridRoles.ts'
import type { SpecGridProps } from './SpecGrid.tsx'

/** The heading of the table, which stays in sight. */
export function SkuHead({ say, rows, chosen, off, onChosen }: SpecGridProps) {
  const count = rows.filter(({ key }) => chosen.has(key)).length
  return (
    <div {...rowRole(1)} className="p-grid-row p-grid-head">
      <div {...headingRole(1)} className="p-grid-name">
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
        <div key={column} {...headingRole(i + 2)} className={`p-cell p-cell-${column}`}>
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
