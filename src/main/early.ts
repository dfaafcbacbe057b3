import { pagesKey, readPageMemory, screenAt } from '../runtime/pageMemory.ts'
import { lensKey } from '../runtime/stores/keys.ts'
import { bootAddress, pageAddress } from '../schemas/api/pages.ts'
import type { Locale } from '../schemas/language/words.ts'

const requested = new Map<string, Promise<unknown>>()

/** What does not come in this time (ms) is asked for again where it is needed. */
const patience = 10_000

/**
 * Asks Kontor's server, before the product's code has come, for who is signed in and the menu, and for the file of the screen at an address
 * below /admin/ if this browser remembers its hash. What does not come is asked for where it is needed. Nothing is asked while somebody else's
 * office is looked at.
 */
export function requestOffice(address: string, lang: Locale, token: string): void {
  if (kept(() => sessionStorage.getItem(lensKey)) !== null) return
  const ask = (path: string) => {
    const answer = read(path, { 'think-lang': lang, server: 'true', 'x-kontor-strict': '1', batoken: token })
    answer.catch(() => undefined)
    requested.set(path, answer)
  }
  ask(bootAddress)
  const pages = readPageMemory(
    kept(() => localStorage.getItem(pagesKey)),
    lang,
  )
  const id = screenAt(address, (known) => Object.hasOwn(pages, known))
  if (id !== undefined) ask(pageAddress(id, lang, pages[id]))
}

/** What was asked for at this address, once; undefined where nothing was. It rejects where it did not come. */
export function early<Data>(path: string): Promise<Data> | undefined {
  const answer = requested.get(path)
  requested.delete(path)
  return answer as Promise<Data> | undefined
}

async function read(path: string, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(path, { headers, signal: AbortSignal.timeout(patience) })
  const { code, data } = await answer.json()
  if (code !== 1) throw new Error(`no answer at ${path}`)
  return data
}

/** Null where the browser keeps nothing. */
function kept(read: () => string | null): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
