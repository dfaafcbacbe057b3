/** Views of BuildAdmin's client that are no `<page>/index.vue`. */
const oddViews: Readonly<Record<string, string>> = { dashboard: 'dashboard.vue', 'routine/adminInfo': 'routine/adminInfo.vue' }
const oddPages = Object.fromEntries(Object.entries(oddViews).map(([page, view]) => [view, page]))
const folder = '/src/views/backend/'

/** The screen id that a rule's component names, whichever way it is written: `auth/admin`, `/src/views/backend/auth/admin/index.vue`. */
export function pageOfComponent(component: string): string {
  if (!component.startsWith(folder)) return component
  const view = component.slice(folder.length)
  return oddPages[view] ?? view.replace(/\/index\.vue$|\.vue$/, '')
}

/** A rule's component as it is delivered: the screen id, or the path of the view that BuildAdmin's client looks for. */
export function deliveredComponent(component: string, form: 'page' | 'buildadmin'): string {
  if (component === '') return ''
  const page = pageOfComponent(component)
  return form === 'page' ? page : folder + (oddViews[page] ?? `${page}/index.vue`)
}
