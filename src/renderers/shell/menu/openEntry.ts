import type { Runtime } from '../../../runtime/app/runtime.ts'
import { flatMenu, type MenuItem } from '../../../runtime/navigation/menu.ts'
import type { Go } from '../../routing/useGo.ts'

/**
 * Follows a menu entry: tabs and iframes here, links in a new window, a directory to its first entry; reports an entry that leads nowhere
 * (specification, section 8).
 */
export function openEntry(entry: MenuItem, runtime: Runtime, go: Go): void {
  if (entry.type === 'link') window.open(entry.path, '_blank', 'noopener,noreferrer')
  else if (entry.type === 'unknown') runtime.navigationFailed('unknownMenuType')
  else if (entry.type === 'dir') {
    const first = [...flatMenu(entry.children)].find((child) => child.type === 'tab' || child.type === 'iframe')
    if (first) go(first.path)
    else runtime.navigationFailed('noChildMenu')
  } else if (entry.path === runtime.stores.tabs.activeRoute?.fullPath) runtime.navigationFailed('alreadyThere')
  else go(entry.path)
}

/** Preloads the page of an entry's screen: pointer or focus are on it. */
export function prefetchEntry(entry: MenuItem, runtime: Runtime): void {
  if (!entry.pageId) return
  runtime.prefetch(entry.pageId)
}
