import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { LoadedPage } from '../../runtime/page.ts'
import { useRuntime, useTab } from '../context.tsx'
import { defineScreen, type ScreenProps } from '../define.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Field } from '../ui/inputs/Field.tsx'
import { RemoteSelect } from '../ui/pickers/RemoteSelect.tsx'
import { useLoad } from '../useLoad.ts'
import { useValue } from '../useValue.ts'
import { readMatrix, readSubjects, reasonOf } from './calls.ts'
import { MatrixView } from './MatrixView.tsx'
import './lens.css'

/** Who may do what: the matrix of a role or person, alone or beside another, and the way to see the back office as they do. */
function LensScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const isSuper = useValue(runtime.stores.adminInfo, (state) => state.super)
  if (!isSuper) return <EmptyState icon="lock" title={loaded.t('title')} text={loaded.t('lens.why.superOnly')} />
  return <Lens loaded={loaded} />
}

function Lens({ loaded }: { loaded: LoadedPage }) {
  const { t } = loaded
  const [chosen, choose] = useChosen()
  const { matrix, error, again } = useMatrix(chosen)
  return (
    <div className="l-lens">
      <header className="l-head">
        <h1>{t('title')}</h1>
        <Choice label={t('lens.screen.of')} value={chosen.of} onChange={(of) => choose({ ...chosen, of })} />
        <Choice label={t('lens.screen.with')} value={chosen.with} onChange={(other) => choose({ ...chosen, with: other })} />
      </header>
      {chosen.of === '' ? (
        <EmptyState icon="eye" title={t('title')} text={t('lens.screen.ofHelp')} />
      ) : error !== '' ? (
        <EmptyState
          tone="error"
          icon="exclamation-circle"
          title={t('lens.screen.failed')}
          text={error}
          action={<Button onClick={again}>{t('lens.screen.retry')}</Button>}
        />
      ) : matrix ? (
        <MatrixView key={`${chosen.of} ${chosen.with}`} t={t} matrix={matrix} onSaved={again} />
      ) : (
        <div className="l-wait" aria-busy="true">
          <Skeleton height={240} />
        </div>
      )}
    </div>
  )
}

function Choice({ label, value, onChange }: { label: string; value: string; onChange(key: string): void }) {
  const runtime = useRuntime()
  const id = useId()
  return (
    <Field label={label} id={id} className="l-choice">
      {({ id: own }) => (
        <RemoteSelect
          id={own}
          label={label}
          value={value || null}
          load={(request) => readSubjects(runtime, request)}
          onChange={(key) => onChange(typeof key === 'string' ? key : '')}
        />
      )}
    </Field>
  )
}

interface Chosen {
  of: string
  with: string
}

/** The selected user or role is in the address, so that it can be bookmarked and shared. */
function useChosen(): [Chosen, (chosen: Chosen) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const active = useTab()?.active ?? true
  const asked = new URLSearchParams(search)
  const [chosen, setChosen] = useState<Chosen>({ of: asked.get('of') ?? '', with: asked.get('with') ?? '' })
  const choose = (next: Chosen) => {
    setChosen(next)
    const query = new URLSearchParams(Object.entries(next).filter(([, key]) => key !== '')).toString()
    if (active) navigate({ pathname, search: query }, { replace: true })
  }
  return [chosen, choose]
}

/** The matrix of who is chosen; an answer that comes late never replaces a newer one. */
function useMatrix({ of, with: other }: Chosen) {
  const runtime = useRuntime()
  const { value, error, reload } = useLoad(of === '' ? null : () => readMatrix(runtime, of, other), [runtime, of, other])
  return { matrix: value, error: error === undefined ? '' : reasonOf(error), again: reload }
}

export default defineScreen(LensScreen)
