import { resolveAddress } from '../runtime/http/address.ts'
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
 * office is looked at. `entrance` is where the back office is found.
 */
export function requestOffice(address: string, lang: Locale, token: string, entrance: string): void {
  const pages = remembered(lang)
  if (!pages) return
  const headers = { 'think-lang': lang, 'x-kontor-strict': '1', batoken: token }
  const ask = (path: string) => requested.set(path, read(resolveAddress(path, entrance) ?? path, headers))
  ask(bootAddress)
  const id = screenAt(address, (known) => Object.hasOwn(pages, known))
  if (id !== undefined) ask(pageAddress(id, lang, pages[id]))
}

/** What was asked for at this address, once; undefined where nothing was, or it did not come. */
export async function early<Data>(path: string): Promise<Data | undefined> {
  const answer = requested.get(path)
  requested.delete(path)
  return answer as Promise<Data | undefined>
}

async function read(path: string, headers: Record<string, string>): Promise<unknown> {
  try {
    const answer = await fetch(path, { headers, signal: AbortSignal.timeout(patience) })
    const { code, data } = await answer.json()
    return code === 1 ? data : undefined
  } catch {
    return undefined
  }
}

/** No pages where the browser keeps nothing; undefined where somebody else's office is looked at. */
function remembered(lang: Locale) {
  try {
    return sessionStorage.getItem(lensKey) ? undefined : readPageMemory(localStorage.getItem(pagesKey), lang)
  } catch {
    return {}
  }
}
