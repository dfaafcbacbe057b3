import { type CellEnvironment, defineCell } from '../define.ts'
import { addressText, CellError, isNothing } from './value.ts'

/** From this width of its column on a picture is as wide as a banner. */
const wide = 96

/** One picture; a click shows it large. */
export const image = defineCell({
  width: 72,
  minWidth: ({ content }) => (content < wide ? 60 : content),
  render: ({ value, env, column }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const address = pictureAddress(value, env)
    return (
      <button
        type="button"
        className={column.width && column.width >= wide ? 's-thumb s-thumb-wide' : 's-thumb'}
        data-act="preview"
        data-src={address}
        aria-label={env.t('ui.list.preview')}
      >
        <img src={address} alt="" width={28} height={28} loading="lazy" decoding="async" />
      </button>
    )
  },
  text: ({ value, env }) => {
    if (isNothing(value)) return ''
    pictureAddress(value, env)
    return addressText(value)
  },
})

/** The full address of a stored picture; anything that may not be opened is refused. */
export function pictureAddress(value: unknown, env: CellEnvironment): string {
  const address = env.asset(addressText(value))
  if (!address) throw new CellError('not an address of a picture')
  return address
}
