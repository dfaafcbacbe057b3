import { sql } from 'kysely'
import type { Card } from '../../../src/schemas/language/dashboard/dashboard.ts'
import type { Row } from '../../crud/domain.ts'
import type { Sql } from '../../crud/screen/screen.ts'
import { figureWire, measureSql, rowsSql } from './figures.ts'
import type { DashboardContext } from './handler.ts'
import { before, lastDays, type Period } from './period.ts'

/** One number, as it travels. */
export interface CardAnswer {
  value: unknown
  /** The same of the period before, up to the same hour, where the card compares. */
  before?: unknown
  /** The period, so that its list can be filtered by it. */
  from?: number
  to?: number
}

/** All cards in one statement: one moment for all of them. */
export async function readCards(board: DashboardContext, cards: readonly Card[]): Promise<Record<string, CardAnswer>> {
  if (cards.length === 0) return {}
  const columns: Sql[] = []
  const periods = new Map<string, Period>()
  for (const [i, card] of cards.entries()) {
    const period = card.window && lastDays(card.window === 'today' ? 1 : board.days, board.ctx.now)
    if (period) periods.set(card.name, period)
    columns.push(sql`(${await figureSql(board, card, period)}) as ${sql.id(`c${i}`)}`)
    if (period && card.compare)
      columns.push(sql`(${await figureSql(board, card, before(period, board.ctx.now))}) as ${sql.id(`b${i}`)}`)
  }
  const found = await sql<Row>`select ${sql.join(columns)}`.execute(board.ctx.read)
  const row = found.rows[0] ?? {}
  return Object.fromEntries(
    cards.map((card, i) => {
      const { entity } = board.target(card)
      const wire = (name: string) => figureWire(row[name], card.measure, entity)
      return [card.name, { value: wire(`c${i}`), ...(card.compare ? { before: wire(`b${i}`) } : {}), ...periods.get(card.name) }]
    }),
  )
}

async function figureSql(board: DashboardContext, card: Card, period: Period | null): Promise<Sql> {
  const target = board.target(card)
  const rows = await rowsSql(board.ctx, card, target, { period })
  return sql`select ${measureSql(board.ctx, card.measure, null, target)} ${rows}`
}
