import type { NavigateFunction } from 'react-router-dom'
import type { Runtime } from '../../runtime/app.ts'
import type { MenuItem } from '../../runtime/menu.ts'
import { Screen } from './loadScreen.ts'

/** Goes where a menu entry leads: tabs and iframes in here, links in a new window, anything else is told as an error. */
export function openEntry(entry: MenuItem, runtime: Runtime, navigate: NavigateFunction): void {
  if (entry.type === 'tab' || entry.type === 'iframe') navigate(entry.path)
  else if (entry.type === 'link') window.open(entry.path, '_blank', 'noopener,noreferrer')
  else if (entry.type === 'unknown') runtime.notices.push('error', runtime.words.t('ui.navigation.unknownMenuType'))
}

/** Loads the code and the words of an entry's screen ahead: pointer or focus are on it. */
export function prefetchEntry(entry: MenuItem, runtime: Runtime): void {
  if (!entry.pageId) return
  Screen.ahead()
  runtime.prefetch(entry.pageId)
}
