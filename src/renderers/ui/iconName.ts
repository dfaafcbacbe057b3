import { useSyncExternalStore } from 'react'

type Read = (text: string) => string

/** Names of BuildAdmin's icon sets; the table of them comes when the first one is met. */
const foreign = /^\s*(?:fa[ -]|el-icon-|iconfont |local-)/i
const own = /^\s*(?:pi )?(?:pi-)?/i

let table: Read | undefined
let isLoading = false
const redraws = new Set<() => void>()

/** The PrimeIcons name for what a page or a menu rule says; of a foreign name 'circle' until its table is there (`useIconNames` draws again). */
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

/** `iconName`, for components: another function once foreign names are known. */
export function useIconNames(): Read {
  const known = useSyncExternalStore(subscribe, tableNow, tableNow)
  return known ? withTable : iconName
}

const withTable: Read = (text) => iconName(text)
