import { defineCell } from '../define.ts'
import { addressText, isNothing, isProse } from './value.ts'

/** An address that opens in a new window; addresses that may not be opened are plain text. */
export const url = defineCell({
  width: 200,
  mayCut: isProse,
  render: ({ value, env }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const text = addressText(value)
    const address = env.asset(text)
    if (!address) return text
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" className="s-link">
        {text.replace(/^https?:\/\//, '')}
      </a>
    )
  },
  text: ({ value }) => (isNothing(value) ? '' : addressText(value)),
})
