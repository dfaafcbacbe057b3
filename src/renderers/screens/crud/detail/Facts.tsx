import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import type { FieldsSection } from '../../../../schemas/language/detail/section.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { views } from '../../../views/index.ts'
import { fieldAt } from '../columns.ts'
import { CopyFact } from './CopyFacts.tsx'
import { columnFor, labelAt } from './detailColumns.ts'
import { type RecordProps, shownValue } from './shown.tsx'

/** The facts of a section that the record has. */
export const filledIn = (row: Row, { fields }: FieldsSection) => fields.filter((name) => !isNothing(valueAt(row, name)))

/** Facts of the record; what is empty is left out, so that what is there is found. */
export function Facts({ crud, env, row, section }: RecordProps & { section: FieldsSection }) {
  const shown = filledIn(row, section)
  const [only] = section.fields.length === 1 ? shown : []
  // What fills a section alone is called by its heading.
  if (only !== undefined && section.name && isWide(crud, only)) return shownValue({ crud, env, row }, only)
  return (
    <dl className="s-facts">
      {shown.map((name) => (
        <div key={name} className={isWide(crud, name) ? 's-facts-wide' : undefined}>
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

/** What is read at full length takes a line of its own. */
function isWide(crud: Crud, name: string): boolean {
  const field = fieldAt(crud.page, name)
  return field !== null && views[field.kind] !== undefined && columnFor(crud, name).cell !== 'tags'
}
