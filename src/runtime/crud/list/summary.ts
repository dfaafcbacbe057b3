import { ref } from 'valtio/vanilla'
import { kindOf } from '../../../schemas/kinds/index.ts'
import { CodecError } from '../../../schemas/kinds/kind.ts'
import type { Page } from '../../../schemas/language/page.ts'
import type { SummaryAnswer } from '../../../schemas/language/wire/envelope.ts'
import { CallError } from '../../callError.ts'
import type { CrudContext } from '../context.ts'
import { findsSame, type ListState, toRequest } from '../query.ts'

/** The figures below a list and the counts on its tabs. */
export interface Summary {
  /** Reloads the summary unless only page or order changed. The list never waits for it. */
  load(query: ListState): Promise<void>
}

/** Another tab of the same screen may ask the same at the same time: neither cancels the other. */
const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }

/** Makes the figures of a screen; nothing is asked where the page has none. */
export function createSummary(context: CrudContext): Summary {
  const { page, state, http, url, dialect } = context
  const wanted = (page.table.summary.length > 0 || page.table.tabs !== null) && dialect.figures
  let last: ListState | undefined
  let count = 0
  return {
    async load(query) {
      if (!wanted || query.deleted) return
      const before = last
      last = query
      const isSame = before !== undefined && findsSame(before, query)
      const isTurned = isSame && placeOf(before) !== placeOf(query)
      if (isTurned && state.summaryIs !== 'failed') return
      const number = ++count
      if (!isSame || state.summaryIs === 'failed') state.summaryIs = 'loading'
      try {
        const { page: _page, limit: _limit, order: _order, ...asked } = toRequest(query, page)
        const { data } = await http.get<SummaryAnswer>(url('summary'), asked, quiet)
        if (number !== count) return
        Object.assign(state, { summary: ref(decode(page, data.summary)), tabs: ref(data.tabs), summaryIs: 'ready' })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // Figures of other filters would be wrong: none are better.
        if (number === count) Object.assign(state, { summary: null, tabs: null, summaryIs: 'failed' })
      }
    },
  }
}

/** Which of the rows that are found are shown, and in which order. */
const placeOf = ({ page, limit, sort }: ListState) => JSON.stringify([page, limit, sort?.field, sort?.direction])

/** Figures as model values: amounts as integer fen; counts and averages as the numbers they are. */
function decode(page: Page, wire: SummaryAnswer['summary']): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, field } of page.table.summary) {
    if (!Object.hasOwn(wire, name)) continue // the person may not see it
    const value = wire[name] ?? null
    const known = page.fields[field]
    try {
      values[name] = known && typeof value === 'string' ? kindOf(known).fromWire(value, known) : value
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      values[name] = value
    }
  }
  return values
}
