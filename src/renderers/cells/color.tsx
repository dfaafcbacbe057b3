import { defineCell } from '../define.ts'
import { CellError, isNothing, nameText } from './value.ts'

/** A colour as a swatch with its code. */
export const color = defineCell({
  width: 112,
  minWidth: 104,
  render: ({ value }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const code = colorOf(value)
    return (
      <span className="s-colorcell">
        <span className="s-swatch" style={{ backgroundColor: code }} />
        <span className="s-cut">{code}</span>
      </span>
    )
  },
  text: ({ value }) => (isNothing(value) ? '' : colorOf(value)),
})

function colorOf(value: unknown): string {
  const code = nameText(value, 64)
  if (!/^(#[0-9a-f]{3,8}|rgba?\([\d., %]+\))$/i.test(code)) throw new CellError('not a colour')
  return code
}
