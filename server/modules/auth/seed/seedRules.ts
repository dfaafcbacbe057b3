import { sql } from 'kysely'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import { type Area, areas } from '../../../../src/schemas/language/area/area.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { accessChanged } from '../../../core/session/access.ts'
import type { Row } from '../../../crud/domain.ts'
import { lockAuthority } from '../rights/authority.ts'
import { type SeedRow, type SeedValues, seedRows } from './seedRows.ts'

/** What was seeded once: under which name, as which rule, and with which values the last time. */
interface Seeded {
  name: string
  ruleId: number
  values: SeedValues
}

/** One area's rules as they are while they are merged. */
interface Merge {
  trx: Writer
  area: Area
  now: number
  wanted: readonly SeedRow[]
  /** By name in lower case. */
  seeded: Map<string, Seeded>
  /** Rules of the database, by id. */
  rules: Map<number, Row>
  /** Ids of rules by the name of their seed, in lower case; rules that people deleted are missing. */
  ids: Map<string, number>
  /** New names that another seed's rule bears, because someone renamed it. */
  taken: Set<string>
  /** Whether any rule was added or changed. */
  changed: boolean
}

/** Who seeds waits for whoever does; held until the end of the transaction. */
export async function lockSeeds(trx: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.seed'))`.execute(trx)
}

/**
 * Merges the menu files into the rule tables, by name; safe at every start. New entries are added; a column that the file changed since
 * the last start is updated unless someone edited it in the database; deleted rules stay deleted. Returns a line for the log per area
 * with rules that the file no longer has; those are kept.
 */
export async function seedRules(trx: Writer, schema: Schema, now: number): Promise<string[]> {
  await lockAuthority(trx)
  const lines: string[] = []
  for (const area of areas) {
    const merge = await readMerge(trx, area, schema, now)
    await mergeRules(merge)
    if (merge.changed) await accessChanged(trx, '*')
    lines.push(...remarks(merge))
  }
  return lines
}

async function readMerge(trx: Writer, area: Area, schema: Schema, now: number): Promise<Merge> {
  const rules = await trx.selectFrom(`${area}_rule`).selectAll().execute()
  const before = await trx.selectFrom(`${area}_rule_seed`).select(['name', 'rule_id', 'seeded']).execute()
  const seeded = before.map((row): Seeded => {
    return { name: String(row.name), ruleId: Number(row.rule_id), values: (row.seeded ?? {}) as SeedValues }
  })
  const byId = new Map<number, Row>(rules.map((row) => [Number(row.id), row]))
  const living = seeded.filter(({ ruleId }) => byId.has(ruleId))
  return {
    trx,
    area,
    now,
    wanted: seedRows(area, schema),
    seeded: new Map(seeded.map((each) => [each.name.toLowerCase(), each])),
    rules: byId,
    ids: new Map(living.map((each) => [each.name.toLowerCase(), each.ruleId])),
    taken: new Set(),
    changed: false,
  }
}

/** Level by level, so that parents have their ids before what is below them is added. */
async function mergeRules(merge: Merge): Promise<void> {
  adopt(merge)
  const sorted = sortedByPeople(merge)
  const records: Seeded[] = []
  const changes: Change[] = []
  for (const level of levels(merge.wanted)) {
    const added: { row: SeedRow; values: Row }[] = []
    for (const row of level) {
      const known = merge.seeded.get(row.name.toLowerCase())
      const rule = merge.rules.get(known?.ruleId ?? 0)
      if (known && rule) {
        const { set, news } = changesOf(merge, row, { known, rule, keepsOrder: sorted.has(row.parent) })
        records.push(...news)
        if (set) changes.push({ id: known.ruleId, set })
      } else if (!known && !row.waits && !merge.taken.has(row.name)) {
        const values = newValues(merge, row, sorted.has(row.parent))
        if (values) added.push({ row, values })
      }
    }
    records.push(...(await insert(merge, added)))
  }
  await update(merge, changes)
  await remember(merge, records)
}

/** A rule that someone made by hand under the name of a new seed becomes that of the seed, as it is. */
function adopt(merge: Merge): void {
  const byName = new Map([...merge.rules].map(([id, rule]) => [String(rule.name).toLowerCase(), id]))
  const owners = new Map([...merge.ids].map(([key, id]) => [id, key]))
  const names = new Set(merge.wanted.map(({ name }) => name.toLowerCase()))
  for (const { name } of merge.wanted) {
    const key = name.toLowerCase()
    const id = byName.get(key)
    if (merge.seeded.has(key) || id === undefined) continue
    const owner = owners.get(id)
    if (owner !== undefined && names.has(owner)) {
      merge.taken.add(name)
      continue
    }
    if (owner !== undefined) merge.seeded.delete(owner)
    merge.seeded.set(key, { name, ruleId: id, values: {} })
    merge.ids.set(key, id)
  }
}

/** Parents below which people changed the order: there it is theirs. */
function sortedByPeople({ wanted, seeded, rules }: Merge): Set<string | null> {
  const sorted = wanted.filter(({ name, values }) => {
    const known = seeded.get(name.toLowerCase())
    const rule = rules.get(known?.ruleId ?? 0)
    return known && rule && !same(rule.weigh, known.values.weigh ?? values.weigh)
  })
  return new Set(sorted.map(({ parent }) => parent))
}

function levels(wanted: readonly SeedRow[]): SeedRow[][] {
  const parents = new Map(wanted.map(({ name, parent }) => [name, parent]))
  const out: SeedRow[][] = []
  for (const row of wanted) {
    let depth = 0
    for (let at = row.parent; at !== null; at = parents.get(at) ?? null) depth++
    while (out.length <= depth) out.push([])
    out[depth]?.push(row)
  }
  return out
}

/** The id of the nearest rule above that is still there; 0 at the top. */
function parentId({ ids, wanted }: Merge, row: SeedRow): number {
  for (let at = row.parent; at !== null; ) {
    const id = ids.get(at.toLowerCase())
    if (id !== undefined) return id
    at = wanted.find(({ name }) => name === at)?.parent ?? null
  }
  return 0
}

/** The columns of a rule to be added; none for a button whose entry was deleted. In an order of people it comes after its neighbour. */
function newValues(merge: Merge, row: SeedRow, keepsOrder: boolean): Row | undefined {
  if (row.values.type === 'button' && !merge.ids.has((row.parent ?? '').toLowerCase())) return undefined
  const values: Row = { ...row.values, pid: parentId(merge, row) }
  if (!keepsOrder) return values
  const siblings = merge.wanted.filter(({ parent }) => parent === row.parent)
  const weights = siblings.map(({ name }) => merge.rules.get(merge.ids.get(name.toLowerCase()) ?? 0)?.weigh)
  const above = weights.slice(0, siblings.indexOf(row)).findLast((weigh) => weigh !== undefined)
  return { ...values, weigh: above ?? Math.max(0, ...weights.map((weigh) => Number(weigh ?? 0))) + 1 }
}

async function insert(merge: Merge, added: readonly { row: SeedRow; values: Row }[]): Promise<Seeded[]> {
  const { trx, area, now } = merge
  const records: Seeded[] = []
  const times = { remark: '', create_time: now, update_time: now }
  // A statement takes 65 535 values at most.
  for (let i = 0; i < added.length; i += 1000) {
    const part = added.slice(i, i + 1000)
    const rows = part.map(({ row, values }) => ({ name: row.name, ...values, ...times }))
    const made = await trx.insertInto(`${area}_rule`).values(rows).returning(['id', 'name']).execute()
    const ids = new Map(made.map((rule) => [String(rule.name), Number(rule.id)]))
    for (const { row, values } of part) {
      const ruleId = ids.get(row.name) ?? 0
      merge.rules.set(ruleId, values)
      merge.ids.set(row.name.toLowerCase(), ruleId)
      records.push({ name: row.name, ruleId, values: { ...row.values, pid: Number(values.pid) } })
    }
    merge.changed = true
  }
  return records
}

/** Columns of a rule with their new values. */
interface Change {
  id: number
  set: Row
}

interface Found {
  known: Seeded
  rule: Row
  /** The order around it is people's. */
  keepsOrder: boolean
}

/** The columns of a rule that the file changed and nobody edited, and what has to be remembered, if it is new. */
function changesOf(merge: Merge, row: SeedRow, { known, rule, keepsOrder }: Found): { set: Row | undefined; news: Seeded[] } {
  const values: SeedValues = { ...row.values, pid: parentId(merge, row) }
  const isTheirs = (name: string) => known.values[name] === undefined || !same(rule[name], known.values[name])
  const next = Object.entries(values).filter(
    ([name, value]) => !same(rule[name], value) && !isTheirs(name) && !(name === 'weigh' && keepsOrder),
  )
  const isNews = Object.keys({ ...known.values, ...values }).some((name) => !same(known.values[name], values[name]))
  return { set: next.length > 0 ? Object.fromEntries(next) : undefined, news: isNews ? [{ ...known, values }] : [] }
}

const columnsOf = ({ set }: Change) => Object.keys(set).sort().join()

/** Writes changed columns, in one statement for all rules of which the same ones changed. */
async function update(merge: Merge, changes: readonly Change[]): Promise<void> {
  const { trx, area, now } = merge
  const table = sql.table(`${area}_rule`)
  for (const names of new Set(changes.map(columnsOf))) {
    const columns = names.split(',')
    const rows = JSON.stringify(changes.filter((each) => columnsOf(each) === names).map(({ id, set }) => ({ id, ...set })))
    await sql`update ${table} as rule
      set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}, update_time = ${now}
      from jsonb_populate_recordset(null::${table}, ${rows}::jsonb) as given
      where rule.id = given.id`.execute(trx)
    merge.changed = true
  }
}

/** Empty texts, and nothing at all, are the same: forms send the one for the other. */
const same = (a: unknown, b: unknown) => String(a ?? '') === String(b ?? '')

async function remember({ trx, area, now }: Merge, records: readonly Seeded[]): Promise<void> {
  if (records.length === 0) return
  const list = JSON.stringify(records.map(({ name, ruleId, values }) => ({ name, rule_id: ruleId, seeded: values })))
  await sql`insert into ${sql.table(`${area}_rule_seed`)} (name, rule_id, seeded, create_time, update_time)
    select name, rule_id, seeded, ${now}::bigint, ${now}::bigint
    from jsonb_to_recordset(${list}::jsonb) as given(name text, rule_id int, seeded jsonb)
    on conflict (rule_id) do update set name = excluded.name, seeded = excluded.seeded, update_time = excluded.update_time`.execute(
    trx,
  )
}

/** What a person has to decide, for the log. */
function remarks({ area, wanted, seeded, rules, taken }: Merge): string[] {
  const names = new Set(wanted.map(({ name }) => name.toLowerCase()))
  const left = [...seeded]
    .flatMap(([key, { ruleId }]) => (names.has(key) || rules.get(ruleId)?.status === 0 ? [] : [rules.get(ruleId)?.name ?? []]))
    .flat()
  const file = `menus/${area}.json`
  return [
    ...(left.length > 0
      ? [`${file} no longer has ${left.join(', ')}: the rules stay until they are deleted under Menu rules`]
      : []),
    ...[...taken].map((name) => `${file}: ${name} is not added, because another rule was given this name under Menu rules`),
  ]
}
