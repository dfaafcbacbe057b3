import type { FieldsSection } from '../../../../schemas/language/detail/section.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { fieldAt } from '../columns.ts'
import { chosenKeys, mayAskNames } from './ChosenNames.tsx'
import { CopyFact } from './CopyFacts.tsx'
import { columnFor, labelAt } from './detailColumns.ts'
import { type RecordProps, shownValue, viewAt } from './shown.tsx'

/** The facts of a section that the record has: of rows that are chosen, those that can be named. */
export function filledIn({ crud, env, row }: RecordProps, { fields }: FieldsSection): string[] {
  return fields.filter((name) => {
    const { when } = columnFor(crud, name)
    if (isNothing(valueAt(row, name)) || (when !== undefined && env.holds?.(when, row) === false)) return false
    const keys = chosenKeys(fieldAt(crud.page, name), valueAt(row, name))
    return keys === undefined || (keys.length > 0 && mayAskNames(crud, name, row))
  })
}

/** Facts of the record; what is empty is left out, so that what is there is found. */
export function Facts({ crud, env, row, section }: RecordProps & { section: FieldsSection }) {
  const shown = filledIn({ crud, env, row }, section)
  const [only] = section.fields.length === 1 ? shown : []
  // What fills a section alone is called by its heading, and what is read at full length has a line of its own.
  if (only !== undefined && section.name && viewAt({ crud, row }, only)) return shownValue({ crud, env, row }, only)
  return (
    <dl className="s-facts">
      {shown.map((name) => (
        <div key={name} className={viewAt({ crud, row }, name) ? 's-facts-wide' : undefined}>
          <dt>{labelAt(crud, name)}</dt>
          <dd>
            {shownValue({ crud, env, row }, name)}
            <CopyFact crud={crud} env={env} row={row} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
