import type { LensCell } from '../../schemas/api/lens.ts'

/** How a cell looks and reads: a word below `lens.screen.`, an icon, and the tone of both. */
export interface Mark {
  word: 'allowed' | 'refused' | 'unseen'
  icon: string
}

/** Allowed with a button, allowed without one, refused. */
export function markOf({ allowed, shown }: LensCell): Mark {
  if (!allowed) return { word: 'refused', icon: 'times' }
  return shown ? { word: 'allowed', icon: 'check' } : { word: 'unseen', icon: 'eye-slash' }
}

/** Do the two who are compared fare differently here? */
export function differ([one, other]: readonly LensCell[]): boolean {
  return other !== undefined && (one?.allowed !== other.allowed || one.shown !== other.shown)
}
