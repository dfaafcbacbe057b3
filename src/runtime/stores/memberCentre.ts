import { proxy } from 'valtio/vanilla'
import type { MenuItem, Route } from '../navigation/menu.ts'

/** The member centre: whether it is open, and what its menu rules gave. Nothing of it is kept. */
export interface MemberCentre {
  open: boolean
  layoutMode: 'Default' | 'Disable'
  menus: readonly MenuItem[]
  viewRoutes: readonly Route[]
  authNode: Readonly<Record<string, readonly string[]>>
  navUserMenus: readonly MenuItem[]
  menuExpand: boolean
}

/** Makes the store: closed until the server says otherwise. */
export function createMemberCentre(): MemberCentre {
  return proxy<MemberCentre>({
    open: false,
    layoutMode: 'Default',
    menus: [],
    viewRoutes: [],
    authNode: {},
    navUserMenus: [],
    menuExpand: false,
  })
}
