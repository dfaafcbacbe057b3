import type { Page } from '../../schemas/language/page.ts'
import type { KeyValue } from '../platform.ts'

const placeOf = ({ id }: Pick<Page, 'id'>) => `bulk:${id}`

/** The bulk change of a list that the person started last and has not put away; it is found again after a reload. */
export function lastBulk(storage: KeyValue, page: Pick<Page, 'id'>): number | null {
  const id = Number(storage.get(placeOf(page)))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Remembers it. */
export function keepBulk(storage: KeyValue, page: Pick<Page, 'id'>, id: number): void {
  storage.set(placeOf(page), String(id))
}

/** Puts it away. */
export function forgetBulk(storage: KeyValue, page: Pick<Page, 'id'>): void {
  storage.remove(placeOf(page))
}
