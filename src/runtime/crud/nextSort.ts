import type { ListState } from './query.ts'

/** The next step of sorting by a column: up, down, then as usual. A step to what is so already is left out. */
export function nextSort(sort: ListState['sort'], field: string, usual: ListState['sort']): ListState['sort'] {
  const now = sort ?? usual
  const isUsual = usual?.field === field
  if (now?.field === field && now.direction === 'desc' && !isUsual) return null
  const direction = now?.field === field && now.direction === 'asc' ? 'desc' : 'asc'
  return isUsual && usual.direction === direction ? null : { field, direction }
}
