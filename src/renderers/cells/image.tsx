import { defineCell } from '../define.ts'
import { isNothing, scalarText } from './value.ts'

/** One picture; a click shows it large. */
export const image = defineCell({
  width: 72,
  render: ({ value, env }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const address = env.asset(scalarText(value))
    if (!address) return <span className="s-none">–</span>
    return (
      <button type="button" className="s-thumb" data-act="preview" data-src={address} aria-label={env.t('ui.list.preview')}>
        <img src={address} alt="" width={28} height={28} loading="lazy" decoding="async" />
      </button>
    )
  },
  text: ({ value }) => (isNothing(value) ? '' : scalarText(value)),
})
