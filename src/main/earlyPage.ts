import { pagesKey, readPageMemory, screenAt } from '../runtime/pageMemory.ts'
import { lensKey } from '../runtime/stores/keys.ts'
import { type PageFile, pageAddress } from '../schemas/api/pages.ts'
import type { Locale } from '../schemas/language/words.ts'

const requested = new Map<string, Promise<PageFile>>()

/**
 * Asks Kontor's server for the file of the screen at an address below /admin/, if this browser remembers its hash: the init answer, which says
 * it again, is a round trip away. What does not come is asked for where it is needed.
 */
export function requestPage(address: string, lang: Locale, token: string): void {
  const pages = remembered(lang)
  const id = screenAt(address, (known) => Object.hasOwn(pages, known))
  if (id === undefined) return
  const path = pageAddress(id, lang, pages[id])
  const file = read(path, { 'think-lang': lang, server: 'true', 'x-kontor-strict': '1', batoken: token })
  file.catch(() => undefined)
  requested.set(path, file)
}

/** The file that was asked for at this address; undefined where none was. It rejects where it did not come. */
export function earlyPage(path: string): Promise<PageFile> | undefined {
  const file = requested.get(path)
  requested.delete(path)
  return file
}

async function read(path: string, headers: Record<string, string>): Promise<PageFile> {
  const answer = await fetch(path, { headers })
  const { code, data } = await answer.json()
  if (code !== 1) throw new Error(`no page at ${path}`)
  return data
}

/** Nothing where somebody else's office is looked at, or the browser keeps nothing. */
function remembered(lang: Locale) {
  try {
    return sessionStorage.getItem(lensKey) ? {} : readPageMemory(localStorage.getItem(pagesKey), lang)
  } catch {
    return {}
  }
}
