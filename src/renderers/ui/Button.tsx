import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './control.ts'
import { Icon } from './Icon.tsx'

export type ButtonLook = 'default' | 'primary' | 'danger' | 'quiet' | 'link'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  look?: ButtonLook
  size?: 'small' | 'normal' | 'large'
  icon?: string
  iconRight?: string
  loading?: boolean
  disabled?: boolean
  /** Why it cannot be used: the button stays focusable and says so in its tooltip. Implies disabled. */
  reason?: string
  ref?: Ref<HTMLButtonElement>
}

/** A button with a verb. With `reason` it is aria-disabled and explains itself instead of vanishing from the tab order. */
export function Button({
  look = 'default',
  size = 'normal',
  icon,
  iconRight,
  loading,
  disabled,
  reason,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const off = Boolean(reason) || Boolean(loading)
  return (
    <button
      {...rest}
      type={off && type === 'submit' ? 'button' : type}
      disabled={disabled && !reason}
      aria-disabled={off || undefined}
      aria-busy={loading || undefined}
      data-tip={reason ?? (rest as { 'data-tip'?: string })['data-tip']}
      aria-description={reason}
      className={cx('k-btn', `k-btn-${look}`, size !== 'normal' && `k-btn-${size}`, className)}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {loading ? <span className="k-spinner k-spinner-small" aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {children === undefined || children === null ? null : <span className="k-btn-text">{children}</span>}
      {iconRight ? <Icon name={iconRight} /> : null}
    </button>
  )
}
