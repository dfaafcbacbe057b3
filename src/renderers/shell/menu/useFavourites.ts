import { useSnapshot } from 'valtio'
import { findMenu, type MenuItem, menuOfNames } from '../../../runtime/navigation/menu.ts'
import { toggleFavourite } from '../../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useMenus } from './useMenus.ts'

/** The person's favourites as a directory of the menu; undefined while there are none. Its id is no rule's. */
export function useFavourites(): MenuItem | undefined {
  const runtime = useRuntime()
  const t = useT()
  const { favourites } = useSnapshot(runtime.stores.layout)
  const children = menuOfNames(useMenus(), favourites)
  if (children.length === 0) return undefined
  return { id: 0, title: t('ui.shell.favourites'), icon: 'star', name: '', type: 'dir', path: '', pageId: null, children }
}

/** Whether the screen at an address is a favourite, the word for changing that, and how; undefined for what no menu entry leads to. */
export function useFavourite(path: string) {
  const runtime = useRuntime()
  const t = useT()
  const { layout } = runtime.stores
  const { favourites } = useSnapshot(layout)
  const here = findMenu(useMenus(), path)
  if (!here) return undefined
  const on = favourites.includes(here.name)
  return {
    on,
    icon: on ? 'star-fill' : 'star',
    label: t(on ? 'ui.shell.dropFavourite' : 'ui.shell.addFavourite'),
    toggle: () => toggleFavourite(layout, here.name),
  }
}
