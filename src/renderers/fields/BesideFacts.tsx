import { useEffect, useState } from 'react'
import type { FormFace, Row } from '../define.ts'
import { useValue } from '../useValue.ts'

interface BesideFactsProps {
  face: FormFace
  /** The relation whose row is shown. */
  relation: string
}

type Read = { key: unknown; row: Row } | { key: unknown; error: string } | null

/** What is known of the row that a field names, and what it will be with what is entered. Drawn once a row is chosen. */
export function BesideFacts({ face, relation }: BesideFactsProps) {
  const part = face.page.form.beside[relation]
  const key = useValue(face.model.state, (s) => s.values[part?.key ?? ''])
  const [read, setRead] = useState<Read>(null)
  const isChosen = key !== null && key !== undefined && key !== '' && key !== 0
  useEffect(() => {
    if (!isChosen || !face.beside) return
    const abort = new AbortController()
    face.beside.read(relation, key as string | number, abort.signal).then(
      (row) => abort.signal.aborted || setRead({ key, row }),
      (error: unknown) => abort.signal.aborted || setRead({ key, error: error instanceof Error ? error.message : String(error) }),
    )
    return () => abort.abort()
  }, [face, relation, key, isChosen])
  if (!part || !isChosen || read?.key !== key) return null
  if ('error' in read)
    return (
      <p className="k-help" role="alert">
        {read.error}
      </p>
    )
  return (
    <dl className="s-facts s-beside" aria-live="polite">
      {part.fields.map((name) => (
        <div key={name}>
          <dt>{face.word(`beside.${relation}.${name}.label`) ?? name}</dt>
          <dd>
            {face.beside?.draw(relation, name, read.row)}
            {part.after[name] !== undefined && (
              <After face={face} relation={relation} name={name} row={read.row} by={part.after[name]} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What the value will be with what is entered; nothing while nothing is. */
function After({ face, relation, name, row, by }: BesideFactsProps & { name: string; row: Row; by: string }) {
  const change = useValue(face.model.state, (s) => s.values[by])
  if (typeof change !== 'number' || change === 0) return null
  const sum = Number(row[name] ?? 0) + change
  return (
    <span className={sum < 0 ? 's-beside-after is-below' : 's-beside-after'}>
      {' → '}
      <span className="sr-only">{face.t('ui.beside.after')} </span>
      {face.beside?.draw(relation, name, { ...row, [name]: sum })}
    </span>
  )
}
