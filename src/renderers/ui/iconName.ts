import { useSyncExternalStore } from 'react'

type Read = (text: string) => string

/** Names of BuildAdmin's icon sets; the table of them comes when the first one is met. */
const foreign = /^\s*(?:fa[ -]|el-icon-|iconfont |local-)/i
const own = /^\s*(?:pi )?(?:pi-)?/i

let table: Read | undefined
let isLoading = false
const redraws = new Set<() => void>()

/**
 * The PrimeIcons name for an icon of a page or menu rule; for another icon set 'circle' until its table has loaded (`useIconNames`
 * renders again).
 */
export function iconName(text: string): string {
  if (!foreign.test(text)) return text.replace(own, '').trim() || 'circle'
  if (table) return table(text)
  if (!isLoading) void load()
  return 'circle'
}

async function load(): Promise<void> {
  isLoading = true
  try {
    table = (await import('../../schemas/buildadmin/icons.ts')).iconName
    for (const redraw of redraws) redraw()
  } catch {
    isLoading = false // the next icon asks again
  }
}

function subscribe(redraw: () => void): () => void {
  redraws.add(redraw)
  return () => redraws.delete(redraw)
}

const tableNow = (): Read | undefined => table

/** `iconName`, for components: a new function once the other icon sets are loaded. */
export function useIconNames(): Read {
  const known = useSyncExternalStore(subscribe, tableNow, tableNow)
  return known ? withTable : iconName
}

const withTable: Read = (text) => iconName(text)
