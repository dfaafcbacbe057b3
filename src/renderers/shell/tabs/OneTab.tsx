import { memo } from 'react'
import type { Tab } from '../../../runtime/stores/tabs.ts'
import { useT } from '../../context.tsx'
import { useCreateHref } from '../../routing/useCreateHref.ts'
import { useGo } from '../../routing/useGo.ts'
import { ariaKeys } from '../../shortcuts.ts'
import { cx } from '../../ui/control.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useTabActions } from './useTabActions.ts'
import type { TabDrag } from './useTabDrag.ts'

/** Where the menu of a tab opens. */
export interface TabMenuAt {
  x: number
  y: number
  id: string
}

interface OneTabProps {
  tab: Tab
  active: boolean
  /** Something in it is not saved. */
  unsaved: boolean
  closable: boolean
  drag: TabDrag
  onMenu: (at: TabMenuAt) => void
}

/** One open screen, as a link to it: it can be opened in a window of its own, too. Drawn again only for what is its own. */
export const OneTab = memo(function OneTab({ tab, active, unsaved, closable, drag, onMenu }: OneTabProps) {
  const t = useT()
  const navigate = useGo()
  const actions = useTabActions()
  const close = () => void actions.close(tab.id)
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
          navigate(tab.fullPath)
        }}
        onAuxClick={(event) => {
          if (event.button !== 1 || !closable) return
          event.preventDefault()
          close()
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          const box = event.currentTarget.getBoundingClientRect()
          onMenu({ x: event.clientX || box.left, y: event.clientY || box.bottom, id: tab.id })
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
          onClick={close}
        >
          <Icon name="times" />
        </button>
      ) : null}
    </li>
  )
})
