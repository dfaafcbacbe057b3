import { proxy } from 'valtio/vanilla'
import type { Runtime } from '../../../../../src/runtime/app/runtime.ts'
import { type PublicSite, readPublicSite } from '../../../../../src/runtime/publicSite.ts'
import type { StoreTerms } from '../../../contract/storefront.ts'
import { read } from '../calls.ts'

/** What all pages of the shop know, and keep from one to the next. */
export interface StoreState {
  site: PublicSite | undefined
  terms: StoreTerms | undefined
  /** Lines in the member's cart; undefined until they are known, and of guests. */
  lines: number | undefined
  /** Whose entries and cart these are: the member's token, '' of guests. */
  of: string | undefined
}

const states = new WeakMap<Runtime, StoreState>()

/** The state of the shop's pages over a runtime; one for each. */
export function storeState(runtime: Runtime): StoreState {
  const made = states.get(runtime) ?? proxy<StoreState>({ site: undefined, terms: undefined, lines: undefined, of: undefined })
  states.set(runtime, made)
  return made
}

/**
 * Reads what is not known yet, or was known of somebody else; `site` where a page has read it already. Nobody waits for it: a page
 * without it says the same.
 */
export async function readStore(runtime: Runtime, known?: PublicSite): Promise<void> {
  const state = storeState(runtime)
  const token = runtime.session.token('user')
  if (state.of === token) return
  state.of = token
  state.lines = undefined
  const site = (known ? Promise.resolve(known) : readPublicSite(runtime)).then((found) => {
    state.site = found
  })
  const terms = read<StoreTerms>(runtime, '/api/shop.Base/terms').then((found) => {
    state.terms = found
  })
  const done = await Promise.allSettled([site, terms, countCart(runtime)])
  // What did not come is asked for again by the next page.
  if (done.some(({ status }) => status === 'rejected') && state.of === token) state.of = undefined
}

/** Reads how many lines the cart of the member has. */
export async function countCart(runtime: Runtime): Promise<void> {
  if (runtime.session.token('user') === '') return
  const { list } = await read<{ list: unknown[] }>(runtime, '/api/shop.Cart/index')
  storeState(runtime).lines = list.length
}
