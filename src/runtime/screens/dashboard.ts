import { proxy, ref } from 'valtio/vanilla'
import { callAddress } from '../../schemas/language/area/area.ts'
import { CallError } from '../callError.ts'
import type { CrudOptions } from '../crud/context.ts'
import { asRow } from '../rows.ts'

/** One number as the server sends it: amounts as decimal text, counts as numbers. */
export type Figure = string | number | null

export interface CardFigures {
  value: Figure
  before?: Figure
  /** The period counted, in unix seconds. */
  from?: number
  to?: number
}

export interface ChartPoint {
  label: string
  value: string | number | null
  tag?: string
  /** In the order of `series`. */
  figures: readonly Figure[]
}

export interface ChartFigures {
  series: readonly string[]
  points: readonly ChartPoint[]
}

/** What a dashboard shows; parts that the person may not see are not in it. */
export interface BoardState {
  range: number
  remark: string
  /** Seconds since the figures were read, where the server keeps them. */
  age: number | null
  cards: Readonly<Record<string, CardFigures>>
  charts: Readonly<Record<string, ChartFigures>>
  loading: boolean
  loaded: boolean
  error: string | null
}

export interface DashboardModel {
  state: BoardState
  /** Reads all figures, for so many days; `fresh`: not those that the server keeps. */
  load(range?: number, fresh?: boolean): Promise<void>
}

/** Makes a dashboard with nothing loaded; null before a server that has none. */
export function createDashboard({ loaded: { page, wire }, http, dialect }: CrudOptions): DashboardModel | null {
  if (!dialect.figures && !wire?.hasFigures) return null
  const state = proxy<BoardState>({
    range: page.dashboard?.range[0] ?? 7,
    remark: '',
    age: null,
    cards: {},
    charts: {},
    loading: false,
    loaded: false,
    error: null,
  })
  let asked = 0
  return {
    state,
    async load(range = state.range, fresh = false) {
      const number = ++asked
      Object.assign(state, { loading: true, range })
      try {
        const data = asRow((await http.get(callAddress(page, 'index'), { range, ...(fresh ? { fresh: 1 } : {}) })).data)
        if (number !== asked) return
        const cards = ref(asRow(data.cards)) as BoardState['cards']
        const charts = ref(asRow(data.charts)) as BoardState['charts']
        const remark = typeof data.remark === 'string' ? data.remark : ''
        const age = typeof data.age === 'number' ? data.age : null
        Object.assign(state, { cards, charts, remark, age, loaded: true, error: null })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (number === asked) state.error = error.message
      } finally {
        if (number === asked) state.loading = false
      }
    },
  }
}
