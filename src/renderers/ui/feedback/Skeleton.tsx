export interface SkeletonProps {
  /** CSS length; default 100 %. */
  width?: number | string
  /** CSS length; default 12px. */
  height?: number | string
  round?: boolean
}

/** A loading skeleton. Hidden from assistive technology: its owner sets aria-busy. */
export function Skeleton({ width = '100%', height = 12, round }: SkeletonProps) {
  return <span className={round ? 'k-skeleton is-round' : 'k-skeleton'} style={{ width, height }} aria-hidden="true" />
}
