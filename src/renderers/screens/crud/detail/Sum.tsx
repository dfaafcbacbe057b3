import type { SumSection } from '../../../../schemas/language/detail/section.ts'
import { isNothing, saysSomething, valueAt } from '../../../cells/value.ts'
import { labelAt } from './detailColumns.ts'
import { type RecordProps, shownValue } from './shown.tsx'

/** Amounts that add up, one line each, and what they come to. Lines of nothing are left out. */
export function Sum({ crud, env, row, section: { lines, total, below } }: RecordProps & { section: SumSection }) {
  const draw = (field: string, minus = false) => {
    const value = valueAt(row, field)
    // Amounts of the record are integers; those of other tables are texts, of which the sign is written before them.
    if (minus && typeof value === 'number') return shownValue({ crud, env, row: { ...row, [field]: -value } }, field)
    return (
      <>
        {minus && '-'}
        {shownValue({ crud, env, row }, field)}
      </>
    )
  }
  return (
    <dl className="s-sum">
      {lines
        .filter(({ field }) => saysSomething(valueAt(row, field)))
        .map(({ field, minus, note }) => (
          <div key={field}>
            <dt>
              {labelAt(crud, field)}
              {note !== undefined && !isNothing(valueAt(row, note)) && (
                <span className="s-sum-note">{shownValue({ crud, env, row }, note)}</span>
              )}
            </dt>
            <dd>{draw(field, minus)}</dd>
          </div>
        ))}
      <div className="s-sum-total">
        <dt>{labelAt(crud, total)}</dt>
        <dd>{draw(total)}</dd>
      </div>
      {below
        .filter((field) => saysSomething(valueAt(row, field)))
        .map((field) => (
          <div key={field}>
            <dt>{labelAt(crud, field)}</dt>
            <dd>{draw(field)}</dd>
          </div>
        ))}
    </dl>
  )
}
