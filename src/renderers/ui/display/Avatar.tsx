import { useState } from 'react'
import { cx } from '../control.ts'

export interface AvatarProps {
  name: string
  src?: string
  size?: 'small' | 'normal' | 'large'
}

/** A person: the picture, or initials. Decorative: the name must be next to it or in the control that holds it. */
export function Avatar({ name, src, size = 'normal' }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const shown = src && broken !== src && !noPicture.test(src)
  return (
    <span className={cx('k-avatar', `k-avatar-${size}`)} data-letters={shown ? '' : initials(name)} aria-hidden="true">
      {shown ? <img src={src} alt="" onError={() => setBroken(src)} /> : null}
    </span>
  )
}

/** What BuildAdmin's servers send for somebody without a picture. */
const noPicture = /\/static\/images\/avatar\.png(\?|$)/

/** End of the block Latin Extended-B. */
const lastLatin = 0x24f

/** One letter of a Chinese name, up to two of a Latin one. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean)
  const first = words[0]
  if (first === undefined) return '?'
  if ((first.codePointAt(0) ?? 0) > lastLatin) return [...first].at(-1) ?? '?'
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
