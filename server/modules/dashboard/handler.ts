import type { Schema } from '../../../codegen/schema/schema.ts'
import { appOf } from '../../../src/schemas/language/area/area.ts'
import type { Dashboard, FigureSource } from '../../../src/schemas/language/dashboard/dashboard.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import type { Row } from '../../crud/domain.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import { text } from '../../crud/search/listQuery.ts'
import { entityOf } from '../../crud/tables.ts'
import { readCards } from './cards.ts'
import { readChart } from './charts.ts'
import type { Target } from './figures.ts'
import { keeper } from './kept.ts'

/** Input of one answer. */
export interface DashboardContext {
  ctx: Context
  page: Page
  schema: Schema
  /** Days that were asked for. */
  days: number
  target(source: FigureSource): Target
  /** May the actor see a figure: the list's node and the dashboard's own, if it names one? */
  may(part: { right?: string; node: string | null }): boolean
}

/**
 * GET index of a dashboard: every figure the caller may see for the selected days, and its age in seconds (`age`). `fresh=1` bypasses the
 * cache where the page allows caching.
 */
export function dashboardHandler(page: Page, schema: Schema, domains: Domains): Handler {
  const { dashboard } = page
  if (!dashboard) throw new Error(`${page.id} is no dashboard`)
  const target = (source: FigureSource): Target => ({
    entity: { ...entityOf(schema, source.table), ...ownerOf(source, schema) },
    hooks: (source.page === null ? undefined : domains.screenHooks[source.page]) ?? {},
  })
  const kept = keeper<Row>(dashboard.keep)
  return {
    app: appOf[page.area],
    controller: page.controller,
    action: 'index',
    method: 'GET',
    access: { type: 'node', node: `${page.id}/index` },
    run: async (ctx) => {
      const board = { ctx, page, schema, days: daysAsked(ctx, dashboard), target, may: mayOf(ctx, page) }
      const fresh = text(ctx.query.fresh, 'fresh') === '1'
      const { value, at } = await kept(ctx, String(board.days), fresh, () => figuresOf(board, dashboard))
      const age = dashboard.keep > 0 ? { age: ctx.now - at } : {}
      return { range: board.days, remark: await remarkOf(board), ...age, ...value }
    },
  }
}

/** Whose rows members count: what their list says, or the figure itself. */
function ownerOf({ page, owner }: FigureSource, schema: Schema): { owner?: string | null } {
  const list = page === null ? undefined : schema.pages.get(page)
  if (owner !== null) return { owner }
  return list?.area === 'user' ? { owner: list.entity.owner } : {}
}

async function figuresOf(board: DashboardContext, dashboard: Dashboard): Promise<Row> {
  const cards = Object.values(dashboard.cards).filter(board.may)
  const charts = Object.values(dashboard.charts)
    .filter(board.may)
    .map((chart) => ({ ...chart, series: chart.series.filter(board.may) }))
    .filter((chart) => chart.series.length > 0)
  const [figures, pictures] = await Promise.all([
    readCards(board, cards),
    Promise.all(charts.map(async (chart) => [chart.name, await readChart(board, chart)] as const)),
  ])
  return {
    cards: figures,
    charts: Object.fromEntries(pictures),
  }
}

/** What an administrator wrote into the menu rule, else what the page says. */
async function remarkOf({ ctx, page }: DashboardContext): Promise<string> {
  const rule = await ctx.read.selectFrom(`${page.area}_rule`).select('remark').where('name', '=', page.id).executeTakeFirst()
  const text = ctx.schema.words.text(ctx.lang, page.id, 'remark')
  return String(rule?.remark ?? '') || (text === 'remark' ? '' : text)
}

function mayOf(ctx: Context, page: Page): DashboardContext['may'] {
  const actor = actorOf(ctx)
  return ({ right, node }) => (right === undefined || can(actor, right)) && (node === null || can(actor, `${page.id}/${node}`))
}

/** One of the offered numbers of days; the first where none of them is asked for. */
function daysAsked(ctx: Context, { range }: Dashboard): number {
  const asked = Number(text(ctx.query.range, 'range'))
  return range.find((days) => days === asked) ?? range[0] ?? 7
}
