import type { Runtime } from '../../runtime/app/runtime.ts'
import { onSignIn, returnPath } from '../../runtime/navigation/navigation.ts'
import { screenAt } from '../../runtime/pageMemory.ts'
import { preloadOffice } from '../shell/loadScreen.ts'

/**
 * A person who is signed in opens an address of the back office: who they are, the menu, and the list of the screen at that address are
 * asked for at once, not one after the other. The server decides what is given; nothing is said of the list it refuses here. Settles once
 * the menu is there and the list is requested, or either failed, so that the rows load while the frame is drawn.
 */
export function preloadRoute(runtime: Runtime, path: string): Promise<void> {
  if (!/^\/admin(?=[/?]|$)/.test(path) || onSignIn(path, 'admin') || runtime.session.token('admin') === '')
    return Promise.resolve()
  preloadOffice()
  const booted = runtime.preloadBoot()
  const [screen = '', search = ''] = returnPath(path, 'admin').split('?', 2)
  // Where no screen is known there, its list is asked for when the menu has come.
  const id = screenAt(screen.replace('/admin/', ''), runtime.pages.has)
  if (id === undefined) return booted
  const asked = Promise.all([runtime.page(id), import('../shell/admin.ts')]).then(
    ([loaded, { admin: office }]) => office.preloadScreen(runtime, loaded, search && `?${search}`),
    () => undefined, // told where the screen is drawn
  )
  return Promise.all([booted, asked]).then(() => undefined)
}
