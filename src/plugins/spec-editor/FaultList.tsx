import type { FormContext } from '../../renderers/face.ts'
import { Icon } from '../../renderers/ui/Icon.tsx'
import type { SpecFault } from '../../schemas/kinds/specRules.ts'
import { faultText, type ShownFault } from './faults.ts'
import type { Say } from './words.ts'

interface FaultListProps {
  say: Say
  form: FormContext
  faults: readonly ShownFault[]
  onJump(path: SpecFault['path']): void
}

/** Lines shown; the rest is counted. */
const most = 6

/** What is wrong in the table and above it; each line leads to its cell. */
export function FaultList({ say, form, faults, onJump }: FaultListProps) {
  if (faults.length === 0) return null
  return (
    <section className="p-specs-faults" aria-label={say('faults', { count: faults.length })}>
      <p>
        <Icon name="exclamation-circle" />
        {say('faults', { count: faults.length })}
      </p>
      <ul>
        {faults.slice(0, most).map((fault) => (
          <li key={`${fault.path.join('.')} ${fault.code}`}>
            <button type="button" className="s-link" onClick={() => onJump(fault.path)}>
              {faultText(form, fault)}
            </button>
          </li>
        ))}
      </ul>
      {faults.length > most && <p>{say('more', { count: faults.length - most })}</p>}
    </section>
  )
}
