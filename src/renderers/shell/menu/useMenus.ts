import type { MenuItem, Route } from '../../../runtime/navigation/menu.ts'
import { useRuntime } from '../../context.tsx'
import { useValue } from '../../useValue.ts'

/** The menu, drawn again when the server delivers another one: it comes with what the server says of screens. */
export function useMenus(): readonly MenuItem[] {
  const runtime = useRuntime()
  useDelivered()
  return runtime.menus()
}

/** The routes that the menu opens, in the same way. */
export function useRoutes(): readonly Route[] {
  const runtime = useRuntime()
  useDelivered()
  return runtime.routes()
}

function useDelivered(): void {
  useValue(useRuntime().pages.state, ({ taken }) => taken)
}
