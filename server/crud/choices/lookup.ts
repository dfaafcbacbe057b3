import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { isRow } from '../../core/db/rowKey.ts'
import { fromDb } from '../../core/db/values.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import { sourceConditions, sourceOf } from '../rows/foreign.ts'
import { decodeKey } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { text } from '../search/listQuery.ts'
import { shownRow } from '../wire.ts'

/** GET beside?relation=user&key=7: what the form shows of a row that may be chosen in it, and nothing else of that row. */
export async function lookupHandler(screen: Screen, ctx: Context): Promise<{ row: Row }> {
  const name = text(ctx.query.relation, 'relation') ?? ''
  const { lookup } = screen.page.form
  const part = Object.hasOwn(lookup, name) ? lookup[name] : undefined
  const field = part && screen.page.fields[part.key]
  const source = field && sourceOf(screen, field)
  const key = source && decodeKey(source.entity, ctx.query.key)
  if (!part || !source?.entity.key) throw new Refused('crud.parameter', { name: 'relation' })
  if (key === undefined) throw new Refused('crud.notFound')
  const parts = [isRow(source.entity, key), ...(await sourceConditions(source, ctx, ctx.read))]
  const columns = sql.join(part.fields.map((each) => sql.ref(`t.${each}`)))
  const found =
    await sql<Row>`select ${columns} from ${sql.table(source.entity.table)} as t where ${sql.join(parts, sql` and `)}`.execute(
      ctx.read,
    )
  const [row] = found.rows
  if (!row) throw new Refused('crud.notFound')
  const model = Object.fromEntries(Object.values(part.shown).map((each) => [each.name, fromDb(row[each.name], each)]))
  return { row: shownRow(part.shown, model) }
}
