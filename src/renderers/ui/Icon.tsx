import { cx } from './control.ts'
import { useIconNames } from './iconName.ts'

export interface IconProps {
  /** A PrimeIcons name with or without `pi pi-`, or one of BuildAdmin's fa / el-icon names. */
  name: string
  /** Only for an icon on its own that nothing else names. */
  label?: string
  className?: string
  spin?: boolean
}

/** One glyph of the icon set, 16 px, hidden from assistive technology unless it has a label. */
export function Icon({ name, label, className, spin }: IconProps) {
  const iconName = useIconNames()
  const classes = cx('k-icon', 'pi', `pi-${iconName(name)}`, spin && 'k-spin', className)
  if (label) return <span className={classes} role="img" aria-label={label} />
  return <span className={classes} aria-hidden="true" />
}
