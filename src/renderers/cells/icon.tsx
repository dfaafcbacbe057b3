import { defineCell } from '../define.ts'
import { CellError, isNothing, nameText } from './value.ts'

/** An icon by its stored name. */
export const icon = defineCell({
  width: 64,
  minWidth: 56,
  render: ({ value, env }) =>
    isNothing(value) ? (
      <span className="s-none">–</span>
    ) : (
      <i className={env.iconClass(iconName(value))} role="img" aria-label={iconName(value)} />
    ),
  text: ({ value }) => (isNothing(value) ? '' : iconName(value)),
  hint: ({ value }) => (isNothing(value) ? '' : iconName(value)),
})

/** Stored names are words with dashes, with or without the set's prefix; anything else is no icon. */
function iconName(value: unknown): string {
  const name = nameText(value, 100)
  if (!/^[A-Za-z0-9 _-]+$/.test(name)) throw new CellError('not an icon')
  return name
}
