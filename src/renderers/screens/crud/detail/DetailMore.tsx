import diff from 'fast-diff'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { numbered } from '../../../numbered.ts'
import { Button } from '../../../ui/Button.tsx'
import { rowMenu } from '../rowMenu.ts'
import type { Run } from '../useRun.ts'
import { DetailLink } from './DetailLink.tsx'

interface DifferenceProps {
  before: string
  after: string
  /** What the two are called. */
  labels: readonly [string, string]
  words: { removed: string; added: string; same: string }
}

/** Two texts under each other, what differs marked in both: what went is struck through, what came is underlined. */
export function Difference({ before, after, labels, words }: DifferenceProps) {
  const parts = diff(before, after, undefined, true)
  if (before === after) return <p className="k-help">{words.same}</p>
  const side = (own: number, Mark: 'del' | 'ins', said: string) =>
    numbered(parts).flatMap(({ item: [kind, text], at }) => {
      if (kind !== diff.EQUAL && kind !== own) return []
      if (kind === diff.EQUAL) return [<span key={at}>{text}</span>]
      return [
        <Mark key={at}>
          <span className="sr-only">{said} </span>
          {text}
        </Mark>,
      ]
    })
  return (
    <dl className="s-difference">
      <dt>{labels[0]}</dt>
      <dd>{side(diff.DELETE, 'del', words.removed)}</dd>
      <dt>{labels[1]}</dt>
      <dd>{side(diff.INSERT, 'ins', words.added)}</dd>
    </dl>
  )
}

/** One record of any screen. */
export interface LinkedRow {
  page: string
  key: string | number
  title: string
  note: string
}

/** Records of other screens; one whose screen the person has not is a text. */
export function Links({ rows }: { rows: readonly LinkedRow[] }) {
  return (
    <ul className="s-links">
      {rows.map(({ page, key, title, note }) => (
        <li key={`${page} ${key} ${note}`}>
          <DetailLink page={page} query={{ id: String(key) }}>
            {title}
          </DetailLink>{' '}
          <span className="s-links-note">{note}</span>
        </li>
      ))}
    </ul>
  )
}

interface StepsProps {
  crud: Crud
  row: Row
  names: readonly string[]
  run: Run | undefined
}

/** What the person may do with the record: what is possible now first; the rest says in its tooltip why it is not. */
export function Steps({ crud, row, names, run }: StepsProps) {
  const held = names.filter((name) => crud.can(name).allowed)
  const entries = rowMenu(crud, row, { names: held, run: (name) => run?.(name, [row]) })
  const ordered = [...entries.filter(({ reason }) => !reason), ...entries.filter(({ reason }) => reason)]
  if (entries.length === 0) return <p className="k-help">{crud.loaded.t('ui.crud.noRight')}</p>
  return (
    <p className="s-steps-now">
      {ordered.map(({ id, label, icon, reason, onSelect }) => (
        <Button key={id} size="small" icon={icon} {...(reason ? { reason } : {})} onClick={onSelect}>
          {label}
        </Button>
      ))}
    </p>
  )
}
