import { ref } from 'valtio/vanilla'
import type { PrintSection } from '../../../schemas/language/action/kinds/print.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow, decodeRecord } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import { createAttempts } from './attempts.ts'

export interface Prints {
  print(action: string, ids: readonly Key[]): Promise<boolean>
  closePrint(): void
}

/** Makes what a screen prints. */
export function createPrints(context: CrudContext, list: List): Prints {
  const { page, state, http, url } = context
  const attempts = createAttempts(context, list)
  let asked = 0
  return {
    async print(name, ids) {
      const number = ++asked
      return attempts.run(`${name}:${ids.join(',')}`, async () => {
        const { data } = await http.get(url(page.actions[name]?.call ?? name), { ids: ids.join(',') })
        const { list: sent } = asRow(data)
        const rows = Array.isArray(sent) ? sent.map((row) => decodeRecord(page, asRow(row))) : []
        if (number === asked) state.printing = ref({ action: name, rows })
      })
    },
    closePrint() {
      asked++
      state.printing = null
    },
  }
}

type TableSection = Extract<PrintSection, { as: 'table' }>

/**
 * Related rows of several records in one list. With `sum`, rows that are equal in all other columns are merged at the place of the first.
 */
export function linesTogether({ relation, fields, sum }: TableSection, rows: readonly Row[]): Row[] {
  const all = rows.flatMap((row) => (Array.isArray(row[relation]) ? (row[relation] as unknown[]).map(asRow) : []))
  if (sum.length === 0) return all
  const merged = new Map<string, Record<string, unknown>>()
  for (const line of all) {
    const alike = JSON.stringify(fields.filter((name) => !sum.includes(name)).map((name) => line[name] ?? null))
    const known = merged.get(alike)
    if (!known) merged.set(alike, { ...line })
    else for (const name of sum) known[name] = Number(known[name] ?? 0) + Number(line[name] ?? 0)
  }
  return [...merged.values()]
}
