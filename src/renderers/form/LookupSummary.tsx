import { useEffect } from 'react'
import type { FormContext, Row } from '../define.ts'
import { Button } from '../ui/Button.tsx'
import { useLoad } from '../useLoad.ts'
import { useValue } from '../useValue.ts'

interface LookupSummaryProps {
  face: FormContext
  /** The relation whose row is shown. */
  relation: string
}

/** What is known of the row that a field names, and what it will be with what is entered. Drawn once a row is chosen. */
export function LookupSummary({ face, relation }: LookupSummaryProps) {
  const part = face.page.form.lookup[relation]
  const key = useValue(face.model.state, (s) => s.values[part?.key ?? ''])
  const isChosen = key !== null && key !== undefined && key !== '' && key !== 0
  const { lookup } = face
  const load = (signal: AbortSignal, reader: NonNullable<typeof lookup>) => reader.read(relation, key as string | number, signal)
  const { value: row, reason } = useLoad(isChosen && lookup ? (signal) => load(signal, lookup) : null, [face, relation, key])
  useEffect(() => {
    if (isChosen && !row) return
    const { values } = face.model.state
    const taken = Object.entries(part?.copies ?? {})
      .map(([from, name]) => [name, row?.[from] ?? null] as const)
      .filter(([name, value]) => (values[name] ?? null) !== value)
    if (taken.length > 0) face.model.enter(Object.fromEntries(taken)) // rjsf has values of its own
  }, [face, part, row, isChosen])
  if (!part || !isChosen) return null
  if (reason !== '')
    return (
      <p className="k-help" role="alert">
        {reason}
      </p>
    )
  if (!row) return null
  // Copied values appear in their own fields; rows exist for buttons only.
  const isOwn = (name: string) => part.fill[name] !== undefined || part.copies[name] !== undefined
  const shown = part.fields.filter((name) => !isOwn(name) && !part.shown[name]?.fields)
  return (
    <>
      {shown.length > 0 && <Facts face={face} relation={relation} names={shown} row={row} after={part.projected} />}
      <Fill face={face} fill={part.fill} row={row} />
    </>
  )
}

interface FactsProps extends LookupSummaryProps {
  names: readonly string[]
  row: Row
  after: Readonly<Record<string, string>>
}

function Facts({ face, relation, names, row, after }: FactsProps) {
  return (
    <dl className="s-facts s-beside" aria-live="polite">
      {names.map((name) => (
        <div key={name}>
          <dt>{face.word(`beside.${relation}.${name}.label`) ?? name}</dt>
          <dd>
            {face.lookup?.draw(relation, name, row)}
            {after[name] !== undefined && <After face={face} relation={relation} name={name} row={row} by={after[name]} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A button that enters what the row holds into fields of the form. */
function Fill({ face, fill, row }: { face: FormContext; fill: FactsProps['after']; row: Row }) {
  const filled = Object.entries(fill)
  if (filled.length === 0) return null
  const names = filled.map(([, name]) => face.word(`fields.${name}.label`) ?? name).join(', ')
  return (
    <div>
      <Button
        size="small"
        icon="copy"
        onClick={() => face.model.enter(Object.fromEntries(filled.map(([from, name]) => [name, row[from]])))}
      >
        {face.t('ui.lookup.fill', { names })}
      </Button>
    </div>
  )
}

/** What the value will be with what is entered; nothing while nothing is. */
function After({ face, relation, name, row, by }: LookupSummaryProps & { name: string; row: Row; by: string }) {
  const change = useValue(face.model.state, (s) => s.values[by])
  if (typeof change !== 'number' || change === 0) return null
  const sum = Number(row[name] ?? 0) + change
  return (
    <span className={sum < 0 ? 's-beside-after is-below' : 's-beside-after'}>
      {' → '}
      <span className="sr-only">{face.t('ui.lookup.projected')} </span>
      {face.lookup?.draw(relation, name, { ...row, [name]: sum })}
    </span>
  )
}
