import type { Rule } from './check.ts'

/** What a list is searched by can be reached: the tool for it is above the list. */
export const tools: Rule = {
  name: 'tools',
  why: 'nobody could ever use it',
  needs: ['table', 'actions'],
  page: ({ kind, table }, report) => {
    if (kind !== 'crud') return
    for (const key of ['search', 'quickSearch'] as const)
      if (table[key].length > 0 && !table.toolbar.includes(key))
        report(['table', key], `"toolbar" has no tool "${key}"`, `add "${key}" to it, or remove this`)
  },
}
