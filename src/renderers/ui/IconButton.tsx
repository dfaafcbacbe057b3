import { Button, type ButtonProps } from './Button.tsx'
import { cx } from './control.ts'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconRight'> {
  icon: string
  /** The name: read out and shown as the tooltip. */
  label: string
  /** A small count or dot in the corner; its meaning must be part of `label`. */
  badge?: number | boolean
  /** Set false where the tooltip would cover what it explains. */
  tip?: boolean
}

/** An icon-only button, with its name as accessible name and tooltip. */
export function IconButton({ icon, label, badge, tip = true, look = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      look={look}
      icon={icon}
      aria-label={label}
      data-tip={tip ? label : undefined}
      className={cx('k-iconbtn', className)}
    >
      {badge ? <Badge value={badge} /> : null}
    </Button>
  )
}

function Badge({ value }: { value: number | true }) {
  return (
    <span
      className={cx('k-badge', value === true && 'k-badge-dot')}
      data-count={value === true ? '' : value > 99 ? '99+' : value}
      aria-hidden="true"
    />
  )
}
