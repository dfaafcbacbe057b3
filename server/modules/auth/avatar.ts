import type { Row, ScreenHooks } from '../../crud/domain.ts'

/** Shown of somebody who has no picture. Never stored: who gets it back with a form has none either (protocol, appendix C). */
const silhouette = '/static/images/avatar.png'

/** The picture shown of somebody; a silhouette where they have none. */
export function avatarOf(avatar: unknown): string {
  return String(avatar ?? '') || silhouette
}

/** BuildAdmin's client shows the silhouette where a row has no picture. */
export function nameAvatars(wire: Row[]): void {
  for (const row of wire) if (row.avatar === '') row.avatar = silhouette
}

/** Hook of screens with an avatar: the silhouette that a client was shown and posts back is no picture. */
export const receiveAvatar: NonNullable<ScreenHooks['receive']> = (_ctx, body) =>
  body.avatar === silhouette ? { ...body, avatar: '' } : { ...body }
