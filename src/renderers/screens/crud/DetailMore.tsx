import diff from 'fast-diff'
import type { MouseEvent } from 'react'
import { useRuntime } from '../../shell/context.tsx'

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
    parts.flatMap(([kind, text], i) => {
      if (kind !== diff.EQUAL && kind !== own) return []
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are shown as they came
      if (kind === diff.EQUAL) return [<span key={i}>{text}</span>]
      return [
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Mark key={i}>
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
  const runtime = useRuntime()
  const routes = runtime.routes()
  return (
    <ul className="s-links">
      {rows.map(({ page, key, title, note }) => {
        const route = routes.find((each) => each.pageId === page)
        const path = route && `${route.path}?${new URLSearchParams({ id: String(key) }).toString()}`
        const go = (event: MouseEvent) => {
          if (!path || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          runtime.navigation.go({ type: 'path', path })
        }
        return (
          <li key={`${page} ${key} ${note}`}>
            {path ? (
              <a className="s-link" href={path} onClick={go}>
                {title}
              </a>
            ) : (
              title
            )}{' '}
            <span className="s-links-note">{note}</span>
          </li>
        )
      })}
    </ul>
  )
}
