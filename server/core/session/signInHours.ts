import { formatDateTime } from '../../../src/schemas/kinds/clock.ts'
import type { SiteConfig } from '../siteConfig.ts'

/** When administrators may sign in, as times of day of the site's zone; undefined: always. */
export function signInHours(config: SiteConfig): { from: string; to: string } | undefined {
  const { login_window_start: from, login_window_end: to } = config
  return from && to && from !== to ? { from, to } : undefined
}

/** Is a moment (unix seconds) within these hours? They may go over midnight. */
export function isWithin({ from, to }: { from: string; to: string }, now: number): boolean {
  const time = formatDateTime(now).slice(11)
  return from < to ? from <= time && time < to : time >= from || time < to
}
