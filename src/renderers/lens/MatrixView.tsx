import { useMemo, useState } from 'react'
import type { LensMatrix, LensScreen } from '../../schemas/api/lens.ts'
import { useRuntime } from '../context.tsx'
import { Button } from '../ui/Button.tsx'
import { Tag } from '../ui/display/Tag.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Checkbox } from '../ui/inputs/Checkbox.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import { markOf } from './marks.ts'
import type { Chosen, T } from './matrix.ts'
import { RightsBar } from './RightsBar.tsx'
import { useRights } from './useRights.ts'

const severities = { allowed: 'success', refused: 'danger', unseen: 'warning' } as const

/** The matrix with what narrows it, and the reason of the chosen cell below it. */
export function MatrixView({ t, matrix, onSaved }: { t: T; matrix: LensMatrix; onSaved(): void }) {
  const [filter, setFilter] = useState('')
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { subjects, screens } = matrix
  const comparing = subjects.length > 1
  const editing = useRights(t, matrix, onSaved)
  const shown = useMemo(
    () => screens.filter((screen) => fits(screen, filter) && (!comparing || !onlyDifferent || screen.differs)),
    [screens, filter, comparing, onlyDifferent],
  )
  const different = screens.filter(({ differs }) => differs).length
  return (
    <>
      <div className="l-tools">
        <Input
          type="search"
          size="small"
          icon="search"
          label={t('lens.screen.filter')}
          placeholder={t('lens.screen.filter')}
          value={filter}
          onChange={setFilter}
          clearable
        />
        {comparing && (
          <Checkbox checked={onlyDifferent} onChange={setOnlyDifferent}>
            {t('lens.screen.onlyDifferent')}
          </Checkbox>
        )}
        <span role="status" className="l-count">
          {t('lens.screen.counts', { shown: shown.length, all: screens.length })}
          {comparing && ` · ${t('lens.screen.differences', { count: different })}`}
        </span>
        {editing.rights === null && <SeeAll t={t} matrix={matrix} />}
        <RightsBar t={t} matrix={matrix} editing={editing} />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="search" title={t('lens.screen.empty')} />
      ) : (
        <MatrixTable
          t={t}
          matrix={matrix}
          screens={shown}
          onlyDifferent={comparing && onlyDifferent}
          onChoose={setChosen}
          editing={editing}
        />
      )}
      <Reason t={t} matrix={matrix} chosen={chosen} />
    </>
  )
}

function fits({ title, page, path }: LensScreen, filter: string): boolean {
  const wanted = filter.trim().toLowerCase()
  return wanted === '' || [title, page, ...path].some((text) => text.toLowerCase().includes(wanted))
}

/** Opens the whole back office as each of those who are looked at would find it. */
function SeeAll({ t, matrix }: { t: T; matrix: LensMatrix }) {
  const { lens } = useRuntime()
  return (
    <span className="l-see">
      {matrix.subjects.map(({ key, kind, name, enabled }) => (
        <Button
          key={key}
          size="small"
          icon="eye"
          {...(enabled || kind === 'group' ? {} : { reason: t('lens.screen.seeOff', { name }) })}
          onClick={() => lens.start(key, '/admin')}
        >
          {t('lens.screen.seeAll', { name })}
        </Button>
      ))}
    </span>
  )
}

/** Why the chosen cell is as it is, for everyone who is looked at. */
function Reason({ t, matrix, chosen }: { t: T; matrix: LensMatrix; chosen: Chosen | null }) {
  return (
    <aside className="l-reason" role="status">
      {chosen === null ? (
        <p className="l-quiet">{t('lens.screen.chosenNone')}</p>
      ) : (
        <>
          <h2>{t('lens.screen.chosen', { screen: chosen.screen, action: chosen.action })}</h2>
          <dl>
            {chosen.cells.map((cell, i) => {
              const { word } = markOf(cell)
              return (
                <div key={matrix.subjects[i]?.key}>
                  <dt>{matrix.subjects[i]?.name}</dt>
                  <dd>
                    <Tag severity={severities[word]}>{t(`lens.screen.${word}`)}</Tag> {cell.why.join(' ')}
                  </dd>
                </div>
              )
            })}
          </dl>
          {chosen.calls.length > 0 && <p className="l-quiet">{t('lens.screen.calls', { calls: chosen.calls.join(' · ') })}</p>}
        </>
      )}
    </aside>
  )
}
