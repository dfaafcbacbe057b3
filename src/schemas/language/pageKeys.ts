import { type Issue, issueAt, suggest } from './issue.ts'
import type { PageKind } from './page.ts'

/** Keys that pages of a kind have besides those of every page. */
const keysOfKind: Readonly<Record<PageKind, readonly string[]>> = {
  crud: ['entity', 'fields', 'table', 'form', 'detail', 'actions', 'check', 'comments'],
  form: ['entity', 'fields', 'form', 'actions', 'check', 'store', 'row', 'call', 'items', 'itemGroups'],
  detail: ['entity', 'fields', 'detail'],
  dashboard: ['dashboard'],
  plugin: ['plugin'],
}
const keysOfAll = ['$schema', 'version', 'kind', 'area', 'controller']

/** Reports what a page has that its kind has not. */
export function checkKeys(kind: PageKind, json: Record<string, unknown>, issues: Issue[]): void {
  const known = [...keysOfAll, ...keysOfKind[kind]]
  const [key, ...others] = Object.keys(json).filter((each) => !known.includes(each))
  if (key === undefined) return
  // With much that is not of its kind, the kind is to blame.
  const names = [key, ...others].map((each) => `"${each}"`).join(', ')
  if (others.length === 0) issues.push(issueAt([key], `a page of kind "${kind}" has no "${key}"`, suggest(key, known)))
  else issues.push(issueAt(['kind'], `a page of kind "${kind}" has no ${names}`, 'name the kind that has them, or remove them'))
}
