import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../context.tsx'
import { keyTexts } from '../../shortcuts.ts'
import type { MenuEntry } from '../../ui/overlays/MenuList.tsx'
import { useFavourite } from '../menu/useFavourites.ts'
import { useTabActions } from './useTabActions.ts'

const closeKeys = keyTexts('tabs.closeTab').join(' ')

/** What the menu of a tab offers. `path` is that of the menu's entry in front. */
export function useTabEntries(path: string): (id: string) => MenuEntry[] {
  const { tabs } = useRuntime().stores
  const t = useT()
  const { tabsView, activeRoute } = useSnapshot(tabs)
  const actions = useTabActions()
  const favourite = useFavourite(path)
  const alone = tabsView.length < 2

  return (id) => {
    const at = tabsView.findIndex((tab) => tab.id === id)
    const inFront = id === activeRoute?.id
    return [
      {
        id: 'reload',
        label: t('ui.shell.reloadTab'),
        icon: 'refresh',
        disabled: !inFront,
        onSelect: () => actions.reload(id),
      },
      { id: 'full', label: t('ui.shell.fullTab'), icon: 'window-maximize', onSelect: () => actions.fullScreen(id) },
      ...(favourite && inFront
        ? [{ id: 'favourite', label: favourite.label, icon: favourite.icon, onSelect: favourite.toggle }]
        : []),
      {
        id: 'left',
        label: t('ui.shell.moveLeft'),
        icon: 'arrow-left',
        divided: true,
        disabled: at <= 0,
        onSelect: () => actions.move(id, -1),
      },
      {
        id: 'right',
        label: t('ui.shell.moveRight'),
        icon: 'arrow-right',
        disabled: at >= tabsView.length - 1,
        onSelect: () => actions.move(id, 1),
      },
      {
        id: 'close',
        label: t('ui.shell.closeTab'),
        icon: 'times',
        shortcut: closeKeys,
        divided: true,
        disabled: alone,
        onSelect: () => actions.close(id),
      },
      { id: 'others', label: t('ui.shell.closeOthers'), disabled: alone, onSelect: () => actions.closeOthers(id) },
      { id: 'all', label: t('ui.shell.closeAll'), disabled: alone, onSelect: actions.closeAll },
    ]
  }
}
