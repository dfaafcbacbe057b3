import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ListViews, SavedView } from '../../../../schemas/language/wire/envelope.ts'
import { confirm } from '../../../ui/overlays/confirm.ts'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'

interface ViewMenu {
  crud: Crud
  views: ListViews
  view: SavedView
  isChanged: boolean
  onName(renamed: SavedView): void
  onDiscard(): void
}

/** What a person may do with a view. */
export function viewMenu({ crud, views, view, isChanged, onName, onDiscard }: ViewMenu): MenuEntry[] {
  const { t } = crud.loaded
  const { list, start, mayShare } = views
  const isStart = view.id === start
  const mayChange = view.own && (mayShare || !view.shared)
  const place = list.indexOf(view)
  const move = (by: number) => {
    const order = list.map(({ id }) => id).filter((id) => id !== view.id)
    order.splice(place + by, 0, view.id)
    void crud.arrangeViews({ order })
  }
  const entry = (id: string, word: string, onSelect: () => void, more: Partial<MenuEntry> = {}): MenuEntry => ({
    id,
    label: t(`ui.views.${word}`),
    onSelect,
    ...more,
  })
  return [
    ...(isChanged ? [entry('discard', 'discard', onDiscard, { icon: 'undo' })] : []),
    ...(mayChange ? [entry('rename', 'rename', () => onName(view), { icon: 'pencil' })] : []),
    entry('start', isStart ? 'noStart' : 'start', () => void crud.arrangeViews({ start: isStart ? null : view.id }), {
      icon: 'star',
    }),
    ...(view.own && (mayShare || view.shared)
      ? [
          entry('share', view.shared ? 'unshare' : 'share', () => void crud.changeView(view.id, { shared: !view.shared }), {
            icon: 'users',
          }),
        ]
      : []),
    entry('left', 'left', () => move(-1), { icon: 'arrow-left', disabled: place === 0, divided: true }),
    entry('right', 'right', () => move(1), { icon: 'arrow-right', disabled: place === list.length - 1 }),
    ...(view.own
      ? [entry('delete', 'delete', () => void remove(crud, view), { icon: 'trash', danger: true, divided: true })]
      : []),
  ]
}

async function remove(crud: Crud, view: SavedView): Promise<void> {
  const { t } = crud.loaded
  const question = t(view.shared ? 'ui.views.deleteShared' : 'ui.views.deleteAsk', { name: view.name })
  if (!(await confirm(question, { yes: t('ui.views.delete'), danger: true }))) return
  if (await crud.deleteView(view.id)) await crud.leaveView()
}
