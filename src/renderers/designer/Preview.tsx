import { useMemo } from 'react'
import type { CheckAnswer } from '../../schemas/api/designer.ts'
import { unpackPage } from '../../schemas/language/packed.ts'
import type { Page } from '../../schemas/language/page.ts'
import { interpolate } from '../../schemas/language/words.ts'
import { renderCell } from '../cells/draw.ts'
import { valueAt } from '../cells/value.ts'
import { useRuntime } from '../context.tsx'
import { cellEnvOf, formOf, type SampleWords, sampleRows } from './samples.ts'
import '../cells/cells.css'
import '../form/form.css'
import { RecordForm } from '../form/RecordForm.tsx'
import { gridColumns } from '../screens/crud/columns.ts'
import '../screens/crud/grid/grid.css'
import { useLoad } from '../useLoad.ts'
import type { Say } from './say.ts'

interface PreviewProps {
  t: Say
  answer: CheckAnswer | null
}

/** The list and the form of the draft, drawn by what draws them once it is saved, with sample rows. */
export function Preview({ t, answer }: PreviewProps) {
  const { words: shared } = useRuntime()
  const { value: isReady } = useLoad(async () => {
    await shared.loadPart('validate')
    return true
  }, [shared])
  const preview = answer?.preview ?? null
  const key = useMemo(() => JSON.stringify(preview), [preview])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal answer draws the same; what was typed into the form stays
  const drawn = useMemo(() => preview && { page: unpackPage(preview.page), words: preview.words }, [key])
  if (!drawn) return <p className="d-hint">{t('designer.noPreview')}</p>
  if (!isReady) return null
  return <Drawn t={t} key={key} {...drawn} />
}

function Drawn({ t, page, words }: { t: Say; page: Page; words: Readonly<Record<string, string>> }) {
  const runtime = useRuntime()
  const own = useMemo((): SampleWords => {
    const find: SampleWords['find'] = (key, params) => {
      const text = words[key] ?? runtime.words.find(key)
      return text === undefined ? undefined : interpolate(text, params)
    }
    return { find, t: (key, params) => find(key, params) ?? key }
  }, [runtime, words])
  return (
    <div className="d-preview">
      {page.table.columns.length > 0 && (
        <section aria-label={t('designer.previewList')}>
          <h2>{t('designer.previewList')}</h2>
          <SampleList page={page} words={own} label={t('designer.previewList')} />
        </section>
      )}
      {page.form.sections.some(({ fields }) => fields.length > 0) && (
        <section aria-label={t('designer.previewForm')}>
          <h2>{t('designer.previewForm')}</h2>
          <SampleForm page={page} words={own} />
        </section>
      )}
    </div>
  )
}

function SampleList({ page, words, label }: { page: Page; words: SampleWords; label: string }) {
  const runtime = useRuntime()
  const env = useMemo(() => cellEnvOf(runtime, words), [runtime, words])
  const columns = useMemo(() => gridColumns(page, words.find), [page, words])
  const rows = useMemo(() => sampleRows(page), [page])
  return (
    <div className="d-list-box">
      <table className="s-grid" aria-label={label}>
        <thead>
          <tr>
            {columns.map((each) => (
              <th key={each.id} scope="col" style={{ minWidth: each.width }}>
                {each.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples have no key and never move
            <tr key={i}>
              {columns.map(({ id, cell, field, column, align }) => (
                <td key={id} data-align={align}>
                  {renderCell(cell, { value: valueAt(row, column.field), row, column, field, env })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SampleForm({ page, words }: { page: Page; words: SampleWords }) {
  const runtime = useRuntime()
  const face = useMemo(() => formOf(runtime, page, words), [runtime, page, words])
  return <RecordForm face={face} onSaved={() => undefined} />
}
