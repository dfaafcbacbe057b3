import { RadioGroup } from '../../renderers/ui/inputs/RadioGroup.tsx'
import type { OverlayConflict } from '../../schemas/api/market.ts'
import type { Solution } from './calls.ts'
import { useMarket } from './shown.ts'

interface ConflictsProps {
  conflicts: readonly OverlayConflict[]
  solutions: readonly Solution[]
  onChoose(solution: Solution): void
}

/** Places that the package and another one change, each with the choice who yields. */
export function Conflicts({ conflicts, solutions, onChoose }: ConflictsProps) {
  const { t } = useMarket()
  if (conflicts.length === 0) return null
  return (
    <section className="m-conflicts">
      <h3>{t('conflict.title')}</h3>
      <p>{t('conflict.text')}</p>
      <ul>
        {conflicts.map(({ mayCover, ...conflict }) => {
          const { page, path, op, with: other } = conflict
          const chosen = solutions.find(
            (each) => each.page === page && each.path === path && each.op === op && each.with === other,
          )
          const label = t('conflict.place', { page, path, other })
          return (
            <li key={`${page} ${op} ${path} ${other}`}>
              <span>{label}</span>
              <RadioGroup
                label={label}
                value={chosen?.solution ?? null}
                options={[
                  { value: 'discard', label: t('conflict.discard', { other }) },
                  { value: 'cover', label: t('conflict.cover'), disabled: !mayCover },
                ]}
                onChange={(solution) => onChoose({ ...conflict, solution: solution === 'cover' ? 'cover' : 'discard' })}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
