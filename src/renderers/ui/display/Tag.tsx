import type { ReactNode } from 'react'
import { cx, type Severity } from '../control.ts'

export interface TagProps {
  severity?: Severity
  children: ReactNode
  className?: string
}

/** A short state in words; the colour only repeats what the text says. */
export function Tag({ severity = 'info', children, className }: TagProps) {
  return <span className={cx('k-tag', `k-tag-${severity}`, className)}>{children}</span>
}
