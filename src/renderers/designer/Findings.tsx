import type { Finding } from '../../schemas/api/designer.ts'
import { Icon } from '../ui/Icon.tsx'
import type { Say } from './say.ts'

interface FindingsProps {
  t: Say
  findings: readonly Finding[]
  busy: boolean
  reason: string
  onChoose(name: string | null): void
}

/** What the checker says of the draft, with the place; a press selects the field it is about. */
export function Findings({ t, findings, busy, reason, onChoose }: FindingsProps) {
  const said =
    reason ||
    (busy
      ? t('designer.checking')
      : findings.length === 0
        ? t('designer.sound')
        : t('designer.found', { count: findings.length }))
  return (
    <section className="d-findings" aria-label={t('designer.findings')}>
      <p role="status" data-busy={busy ? '' : undefined}>
        {said}
      </p>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.file} ${finding.path.join('.')} ${finding.text}`} data-severity={finding.severity}>
            <FindingLine finding={finding} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FindingLine({ finding, onChoose }: { finding: Finding; onChoose(name: string): void }) {
  const { file, path, line, text, severity } = finding
  const place = [file === '' ? '' : `${file}.json`, line > 0 ? String(line) : ''].filter(Boolean).join(':')
  const content = (
    <>
      <Icon name={severity === 'error' ? 'exclamation-circle' : 'info-circle'} />{' '}
      <code>{[place, path.join('.')].filter(Boolean).join(' ')}</code> {text}
    </>
  )
  const name = path[0] === 'fields' ? path[1] : undefined
  if (typeof name !== 'string') return <span>{content}</span>
  return (
    <button type="button" className="d-finding" onClick={() => onChoose(name)}>
      {content}
    </button>
  )
}
