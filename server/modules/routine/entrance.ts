import { isDeepStrictEqual } from 'node:util'
import { actorOf, type Context } from '../../core/context.ts'
import { proveOwnPasswordOnly } from '../../core/session/ownPassword.ts'
import { isEntrance } from '../../core/settings.ts'
import type { FieldMessage, Row, SaveInput } from '../../crud/domain.ts'

/** Whether a save changes the path of the back office. */
function isMoved({ values, before }: SaveInput): boolean {
  return Object.hasOwn(values, 'backend_entrance') && values.backend_entrance !== before?.backend_entrance
}

/** The path that KONTOR_ENTRANCE sets, which the screen shows in the place of the one to choose. */
export function fixedEntrance({ services }: Context): Row {
  const { entrance } = services.settings
  return entrance === undefined ? { entrance_fixed: 0, fixed_entrance: '' } : { entrance_fixed: 1, fixed_entrance: entrance }
}

/** What is wrong with a new path: super administrators alone choose one, with their password. */
export async function validateEntrance(input: SaveInput): Promise<Record<string, FieldMessage>> {
  const { ctx, values } = input
  if (!isMoved(input)) return {}
  const fault = (code: string, field = 'backend_entrance') => ({ [field]: { code: `site.${code}` } })
  if (!actorOf(ctx).super) return fault('superOnly')
  if (ctx.services.settings.entrance !== undefined) return fault('entranceFixed')
  if (!isEntrance(String(values.backend_entrance))) return fault('entranceTaken')
  if (!values.entrance_password) return fault('ownPassword', 'entrance_password')
  return {}
}

/** Asks for the own password before the path changes; it is stored nowhere, and neither is what the server's settings decide. */
export async function provePasswordOfEntrance(input: SaveInput): Promise<void> {
  const { ctx, values } = input
  if (isMoved(input)) await proveOwnPasswordOnly(ctx, values.entrance_password, 'entrance_password')
  for (const name of ['entrance_password', 'entrance_fixed', 'fixed_entrance']) delete values[name]
}

/** Settings that the frame around the screen shows. */
const shownAround = ['site_name', 'logo', 'version', 'idle_logout_minutes', 'config_quick_entrance']

/** Settings that hold for a page from its start: times are read by the clock, and its policy names what may be shown from elsewhere. */
const fromTheStart = ['time_zone', 'cdn_url', 'iframe_hosts']

/**
 * What the browser does after a save: it loads the screen again where the back office has moved or what a page starts with has changed
 * (`address`), and reads the site's settings again where the frame shows one that did (`renew`).
 */
export async function afterwards(input: SaveInput): Promise<Row> {
  const { ctx, values, before, page } = input
  const isChanged = (name: string) => Object.hasOwn(values, name) && !isDeepStrictEqual(values[name], before?.[name])
  if (isMoved(input)) return { address: `${String(values.backend_entrance)}/${page.id}` }
  if (fromTheStart.some(isChanged)) return { address: `${await ctx.services.site.entrance()}/${page.id}` }
  return shownAround.some(isChanged) ? { renew: true } : {}
}
