import { type FindAnswer, type FoundGroup, type FoundRecord, findLimits } from '../../../src/schemas/api/find.ts'
import { titleField } from '../../../src/schemas/language/list/naming.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../../crud/domain.ts'
import { listHandler } from '../../crud/read/list.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { text } from '../../crud/search/listQuery.ts'
import { isChinese } from './initials.ts'
import type { createNameIndex } from './nameIndex.ts'
import { openTo } from './pages.ts'

/** Milliseconds after which no further screen is asked. */
const patience = 1_500
/** Screens that are asked at once. */
const atOnce = 4

/** The screens whose records are found, in order, and the initials of their names. */
export interface Findable {
  screens: readonly Screen[]
  byInitials: ReturnType<typeof createNameIndex>
}

/**
 * GET find?q=: records whose quick search has the text, or whose Chinese name has its letters as initials, by screen. Each screen is asked
 * as by its own list: with the person's rights, row owners and masks. A screen that refuses the search (too wide) has none.
 */
export async function find({ screens, byInitials }: Findable, ctx: Context): Promise<FindAnswer> {
  const q = (text(ctx.query.q, 'q') ?? '').trim().slice(0, findLimits.text)
  if (q === '') return { groups: [], partial: false }
  const pages = new Set(
    openTo(
      actorOf(ctx),
      screens.map(({ page }) => page),
    ),
  )
  const open = screens.filter(({ page }) => pages.has(page))
  const end = performance.now() + patience
  const groups: (FoundGroup | undefined)[] = []
  let [next, partial] = [0, false]
  const work = async () => {
    for (let at = next++; at < open.length; at = next++) {
      const screen = open[at]
      partial ||= performance.now() > end
      if (!screen || partial) return
      groups[at] = await groupOf(screen, ctx, q, byInitials)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const found = groups.filter((group) => group !== undefined)
  const rank = ({ records }: FoundGroup) => (records.some(({ title }) => startsWith(title, q)) ? 0 : 1)
  return { groups: found.sort((a, b) => rank(a) - rank(b)).slice(0, findLimits.groups), partial }
}

const startsWith = (title: string, q: string) => title.toLowerCase().startsWith(q.toLowerCase())

async function groupOf(screen: Screen, ctx: Context, q: string, byInitials: Findable['byInitials']) {
  const { page } = screen
  const rows = await listed(screen, ctx, { quickSearch: q, limit: String(findLimits.records + 1) })
  const keys = /^[a-z]{2,20}$/i.test(q) ? await byInitials(ctx.read, page, q.toLowerCase()) : []
  const more = keys.length > 0 ? await listed(screen, ctx, { initKey: page.entity.key ?? '', initValue: keys }) : []
  const records = new Map([...rows, ...more].map((row) => recordOf(screen, row, q)).map((record) => [record.key, record]))
  if (records.size === 0) return undefined
  const best = [...records.values()].sort((a, b) => Number(!startsWith(a.title, q)) - Number(!startsWith(b.title, q)))
  return {
    page: page.id,
    title: ctx.schema.words.text(ctx.lang, page.id, 'title'),
    records: best.slice(0, findLimits.records),
    more: best.length > findLimits.records,
  } satisfies FoundGroup
}

/** Rows of a list as the person sees them; none where it refuses. */
export async function listed(screen: Screen, ctx: Context, query: Context['query']): Promise<Row[]> {
  try {
    const answer = await listHandler(screen, { ...ctx, query: { ...query, isTree: 'false' } })
    return isListed(answer) ? answer.list : []
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}

function isListed(answer: unknown): answer is { list: Row[] } {
  return typeof answer === 'object' && answer !== null && 'list' in answer && Array.isArray(answer.list)
}

/** What a record is called; its key where it has no name. */
export function titleOf({ page }: Screen, row: Row): string {
  return textAt(row, titleField(page)) || `#${String(row[page.entity.key ?? 'id'])}`
}

function recordOf({ page }: Screen, row: Row, q: string): FoundRecord {
  const key = String(row[page.entity.key ?? 'id'])
  const named = textAt(row, titleField(page))
  const others = page.table.quickSearch.map((name) => textAt(row, name)).filter((value) => value !== '' && value !== named)
  const title = named || (others.shift() ?? `#${key}`)
  const note = others.find((value) => value.toLowerCase().includes(q.toLowerCase())) ?? others[0] ?? ''
  return { key, title, note: isChinese(note) || note.length <= 60 ? note.slice(0, 60) : `${note.slice(0, 59)}…` }
}

/** A text or number of a row, one hop away where the path has a dot. */
function textAt(row: Row, path: string): string {
  const value = path.split('.').reduce<unknown>((at, name) => (isRow(at) ? at[name] : undefined), row)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
