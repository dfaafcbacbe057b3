/** Who a screen is for: administrators (`admin`) or members (`user`). Each has accounts, sessions, menu rules and addresses of its own. */
export const areas = ['admin', 'user'] as const
export type Area = (typeof areas)[number]

/** First part of the addresses of an area's calls: `/admin/…`, `/api/…`. */
export const appOf = { admin: 'admin', user: 'api' } as const satisfies Record<Area, string>

/** Address of a call of a screen: `/admin/auth.Group/index`, `/api/account.Balance/index`. */
export function callAddress(page: { area: Area; controller: string }, call: string): string {
  return `/${appOf[page.area]}/${page.controller}/${call}`
}
