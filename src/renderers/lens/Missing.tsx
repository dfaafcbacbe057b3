import { useEffect, useState } from 'react'
import type { Runtime } from '../../runtime/app/runtime.ts'
import type { LensMatrix, LensRowAction } from '../../schemas/api/lens.ts'
import { useRuntime } from '../context.tsx'
import { scrolledByKeys } from '../scrolled.ts'
import { Tag } from '../ui/display/Tag.tsx'
import { useLoad } from '../useLoad.ts'
import { readMatrix, readRow, reasonOf } from './calls.ts'
import { markOf } from './marks.ts'
import type { T } from './matrix.ts'

export interface MissingProps {
  t: T
  /** Who is looked through, and what they are called. */
  of: string
  name: string
  /** The screen in front; null where none is. */
  page: string | null
}

/** What is hidden or disabled on the screen in front, and for the row in focus, each with its reason. */
export function Missing({ t, of, name, page }: MissingProps) {
  const { matrix, error } = useScreen(of, page)
  const refused = (matrix?.screens ?? []).flatMap(({ menu, nodes }) =>
    [{ node: 'menu', title: t('lens.screen.menuEntry'), cells: menu }, ...nodes].flatMap(({ node, title, cells }) => {
      const [cell] = cells
      return cell && !(cell.allowed && cell.shown) ? [{ node, title, cell }] : []
    }),
  )
  return (
    <section className="l-missing" aria-label={t('lens.screen.missing')} {...scrolledByKeys}>
      <div>
        <h2>{t('lens.screen.missingHere', { name })}</h2>
        {error !== '' && <p role="alert">{error}</p>}
        {page === null && <p className="l-quiet">{t('lens.screen.noScreen')}</p>}
        {matrix && refused.length === 0 && <p>{t('lens.screen.nothingMissing')}</p>}
        <ul>
          {refused.map(({ node, title, cell }) => (
            <li key={node}>
              <strong>{title}</strong> {cell.allowed ? `${t(`lens.screen.${markOf(cell).word}`)}. ` : ''}
              {cell.why.join(' ')}
            </li>
          ))}
        </ul>
      </div>
      {page !== null && <FocusedRow key={page} t={t} of={of} page={page} />}
    </section>
  )
}

/** What is possible with the row of the list that had the focus last. */
function FocusedRow({ t, of, page }: { t: T; of: string; page: string }) {
  const runtime = useRuntime()
  const id = useFocusedRow()
  const { value: answer } = useLoad(id === null ? null : () => readAnswer(runtime, { of, page, id }), [runtime, of, page, id], {
    keep: true,
  })
  return (
    <div role="status">
      <h2>{answer ? t('lens.screen.rowOf', { id: answer.id }) : t('lens.screen.rowTitle')}</h2>
      {answer ? null : <p className="l-quiet">{t('lens.screen.rowHint')}</p>}
      {answer?.error ? <p>{answer.error}</p> : null}
      <ul>
        {answer?.actions.map(({ action, title, possible, reasons }) => (
          <li key={action}>
            <Tag severity={possible ? 'success' : 'info'}>{t(`lens.screen.${possible ? 'possible' : 'impossible'}`)}</Tag>{' '}
            <strong>{title}</strong> {reasons.map(({ text }) => text).join(' ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface Answer {
  id: string
  actions: readonly LensRowAction[]
  error: string
}

/** What is possible with one row, or why that is not known. */
function readAnswer(runtime: Runtime, { of, page, id }: { of: string; page: string; id: string }): Promise<Answer> {
  return readRow(runtime, of, page, id).then(
    (actions) => ({ id, actions, error: '' }),
    (error: unknown) => ({ id, actions: [], error: reasonOf(error) }),
  )
}

/** Key of the row, or card, of a list that had the focus last; null before any had. */
function useFocusedRow(): string | null {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('main [data-id]') : null
      if (row?.dataset.id) setId(row.dataset.id)
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [])
  return id
}

/** What one screen is to who is looked through; null while unknown. */
function useScreen(of: string, page: string | null): { matrix: LensMatrix | null; error: string } {
  const runtime = useRuntime()
  const { value, error } = useLoad(page === null ? null : () => readMatrix(runtime, of, '', page), [runtime, of, page])
  return { matrix: value ?? null, error: error === undefined ? '' : reasonOf(error) }
}
