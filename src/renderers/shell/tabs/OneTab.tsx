import type { Tab } from '../../../runtime/stores/tabs.ts'
import { useT } from '../../context.tsx'
import { useCreateHref } from '../../routing/useCreateHref.ts'
import { ariaKeys } from '../../shortcuts.ts'
import { cx } from '../../ui/control.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { TabDrag } from './useTabDrag.ts'

interface OneTabProps {
  tab: Tab
  active: boolean
  /** Something in it is not saved. */
  unsaved: boolean
  closable: boolean
  drag: TabDrag
  onGo: () => void
  onClose: () => void
  onMenu: (x: number, y: number) => void
}

/** One open screen, as a link to it: it can be opened in a window of its own, too. */
export function OneTab({ tab, active, unsaved, closable, drag, onGo, onClose, onMenu }: OneTabProps) {
  const t = useT()
  const href = useCreateHref()(tab.fullPath)
  return (
    <li
      className={cx('k-tabbar-tab', active && 'is-active', unsaved && 'is-unsaved', drag.moved === tab.id && 'is-moved')}
      {...drag.of(tab.id)}
    >
      <a
        href={href}
        draggable={false}
        tabIndex={active ? 0 : -1}
        aria-current={active ? 'page' : undefined}
        aria-label={unsaved ? t('ui.unsaved.tab', { title: tab.title }) : undefined}
        data-tip={unsaved ? t('ui.formPage.unsaved') : undefined}
        aria-keyshortcuts={closable ? `${ariaKeys('tabs.closeTab')} ${ariaKeys('tabs.moveTab')}` : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onGo()
        }}
        onAuxClick={(event) => {
          if (event.button !== 1 || !closable) return
          event.preventDefault()
          onClose()
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          const box = event.currentTarget.getBoundingClientRect()
          onMenu(event.clientX || box.left, event.clientY || box.bottom)
        }}
      >
        <span className="cut">{tab.title}</span>
        {unsaved ? <span className="k-tabbar-dot" aria-hidden="true" /> : null}
      </a>
      {closable ? (
        <button
          type="button"
          tabIndex={-1}
          className="k-tabbar-x"
          aria-label={t('ui.shell.closeNamed', { title: tab.title })}
          onClick={onClose}
        >
          <Icon name="times" />
        </button>
      ) : null}
    </li>
  )
}
