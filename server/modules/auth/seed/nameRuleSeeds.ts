import { sql } from 'kysely'
import { type Area, areas } from '../../../../src/schemas/language/area/area.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { readColumn } from '../../../core/db/scalar.ts'
import { oldRuleNames } from './oldRuleNames.ts'

/** What was seeded as this rule; `name` is null where the rule was deleted, `rule` null where someone edited it. */
interface OldSeed {
  id: number
  name: string | null
  rule: object | null
}

/**
 * Old databases know seeds of menu rules by numbers. Gives each its name, and its seeded values as far as they are known: an unedited
 * rule is as seeded. Groups keep their rights because rules keep their ids. Does nothing when already done, or without such tables.
 * Returns a line for the log, or none.
 */
export async function nameRuleSeeds(trx: Writer): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.ruleSeeds'))`.execute(trx)
  let count = 0
  for (const area of areas) count += await nameSeeds(trx, area)
  return count > 0 ? `menu rules: ${count} are known by their names now` : undefined
}

async function nameSeeds(trx: Writer, area: Area): Promise<number> {
  const table = sql.table(`${area}_rule_seed`)
  const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${`${area}_rule_seed`} and column_name in ('rule_id', 'name')`.execute(
    trx,
  )
  if (columns.length !== 1 || columns[0]?.name !== 'rule_id') return 0
  const { rows } = await sql<OldSeed>`select s.rule_id as id, r.name,
      case when r.update_time = r.create_time then to_jsonb(r) end as rule
    from ${table} s left join ${sql.table(`${area}_rule`)} r on r.id = s.rule_id`.execute(trx)
  const named = await namesOf(trx, area, rows)
  await sql`alter table ${table} add column name varchar(100), add column seeded jsonb`.execute(trx)
  const list = JSON.stringify(rows.map(({ id, rule }) => ({ id, name: named.get(id), seeded: rule ?? {} })))
  await sql`update ${table} s set name = given.name, seeded = given.seeded
    from jsonb_to_recordset(${list}::jsonb) as given(id int, name text, seeded jsonb) where given.id = s.rule_id`.execute(trx)
  await sql`delete from ${table} where name is null`.execute(trx)
  await sql`alter table ${table} alter column name set not null, alter column seeded set not null`.execute(trx)
  return named.size
}

/**
 * The name of each seed by its number: of a rule that is there its own name, unless someone renamed it; of a deleted one what the number
 * meant. Every name once. A deleted rule that was not Kontor's own has none: it is forgotten.
 */
async function namesOf(trx: Writer, area: Area, rows: readonly OldSeed[]): Promise<Map<number, string>> {
  const old = oldRuleNames(area)
  const known = new Set([...old.values()].map((name) => name.toLowerCase()))
  const taken = new Set(await readColumn(trx, sql`select lower(name) from ${sql.table(`${area}_rule`)}`))
  const names = new Map<number, string>()
  for (const { id, name } of rows) if (name !== null && known.has(name.toLowerCase())) names.set(id, name)
  for (const { id, name } of rows) {
    if (names.has(id)) continue
    const meant = old.get(id)
    if (meant !== undefined && !taken.has(meant.toLowerCase())) {
      names.set(id, meant)
      taken.add(meant.toLowerCase())
    } else if (name !== null) names.set(id, name)
  }
  return names
}
