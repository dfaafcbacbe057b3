import { formatDateTime, parseDateTime } from '../../../schemas/kinds/clock.ts'
import type { Page } from '../../../schemas/language/page.ts'
import { daysOf } from '../../../schemas/language/wire/daysOf.ts'
import { isPeriod } from '../../../schemas/language/wire/periods.ts'
import type { SearchTerm } from '../../../schemas/language/wire/query.ts'

/** The terms of a search with days or times where they name a period, which this server does not know. */
export function datedSearch(terms: readonly SearchTerm[], page: Page, now: number): SearchTerm[] {
  return terms.map((term) => {
    if (!isPeriod(term.val)) return term
    const [from, to] = daysOf(term.val, formatDateTime(now).slice(0, 10))
    if (page.fields[term.field]?.store?.type === 'date') return { ...term, val: `${from},${to}` }
    return { ...term, val: `${parseDateTime(from)},${parseDateTime(`${to} 23:59:59`)}` }
  })
}
