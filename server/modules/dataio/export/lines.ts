import { sql } from 'kysely'
import { type ExportColumn, sheetOf } from '../../../../src/schemas/api/exporting.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import { holds } from '../../../../src/schemas/language/condition/predicate.ts'
import type { Reader } from '../../../core/db/connect.ts'
import type { Context } from '../../../core/handler.ts'
import type { Row } from '../../../crud/domain.ts'
import { finishRows } from '../../../crud/rows/rows.ts'
import type { Screen } from '../../../crud/screen/screen.ts'
import type { Shape } from '../../../crud/screen/shape.ts'
import { type Cell, type CellEnv, cellOf } from './cells.ts'

/** Records that are read, and written, at a time. */
const batchSize = 1000

export interface Reading {
  screen: Screen
  scope: string
  shape: Shape
  ctx: Context
  /** A transaction with the open cursor `rows_out`. */
  read: Reader
  columns: readonly ExportColumn[]
  env: CellEnv
  signal: AbortSignal
  /** Called for every batch: records read and lines written so far. */
  tell(records: number, lines: number): Promise<void>
}

/** The records of the cursor as lines of the file. */
export async function* linesOf(reading: Reading): AsyncGenerator<Cell[][]> {
  const { screen, shape, ctx, read, signal, tell } = reading
  const make = lineMaker(reading)
  let [records, lines] = [0, 0]
  for (;;) {
    signal.throwIfAborted()
    const found = await sql<Row>`fetch ${sql.raw(String(batchSize))} from rows_out`.execute(read)
    if (found.rows.length === 0) return
    const rows = found.rows.map(shape.model)
    const wire = await finishRows(screen, ctx, read, { rows, shape, purpose: 'list' })
    const made = wire.flatMap((row, i) => make(row, rows[i] ?? {}))
    records += rows.length
    lines += made.length
    await tell(records, lines)
    yield made
  }
}

/** Turns a record into lines: one, or one per row of a subtable, with the record's values repeated. */
function lineMaker({ screen, scope, columns, env }: Reading): (row: Row, model: Row) => Cell[][] {
  const { rows: inside, when } = sheetOf(screen.page, scope) ?? { rows: null, when: null }
  if (inside === null) return (row, model) => [columns.map((column) => cellOf(column, row, model, env))]
  const isMeant = (values: Row, model: Row) => !when || holds(when, { values, around: [model], selfId: env.selfId, now: env.now })
  return (row, model) => {
    const own = columns.map((column) => (column.inside ? undefined : cellOf(column, row, model, env)))
    const wires = listOf(row[inside])
    return listOf(model[inside]).flatMap((values, i) =>
      isMeant(values, model) ? [columns.map((column, n) => own[n] ?? cellOf(column, wires[i] ?? {}, values, env))] : [],
    )
  }
}

function listOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
