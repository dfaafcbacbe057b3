import { defineCell } from '../define.ts'
import { CellError, finite, isNothing } from './value.ts'

const most = 5

/** A rating of up to five stars. */
export const stars = defineCell({
  width: 104,
  render: ({ value, env }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const n = starsOf(value)
    return (
      <span className="s-stars" role="img" aria-label={env.t('ui.list.stars', { n, most })}>
        {'★'.repeat(Math.round(n))}
        <span className="s-none">{'★'.repeat(most - Math.round(n))}</span>
      </span>
    )
  },
  text: ({ value }) => (isNothing(value) ? '' : String(starsOf(value))),
})

function starsOf(value: unknown): number {
  const n = finite(value)
  if (n < 0 || n > most) throw new CellError('not a rating')
  return n
}
