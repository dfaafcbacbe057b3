import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { type Area, areas } from '../../../src/schemas/language/area/area.ts'
import type { Writer } from '../../core/db/connect.ts'
import { accessChanged } from '../../core/session/access.ts'
import { lockAuthority } from '../auth/rights/authority.ts'
import { seedRows } from '../auth/seed/seedRows.ts'

/** Ids of menu rules, by area. */
export type RuleIds = Readonly<Record<Area, readonly number[]>>

/** A rule of a package: below one of its prefixes, or brought by it under such a name. */
interface OwnRule {
  id: number
  /** The name under which a menu file brought it; its own where people made it. */
  name: string
  isSeeded: boolean
  isOn: boolean
}

const isBelow = (name: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => `${name}/`.toLowerCase().startsWith(prefix.toLowerCase()))

async function rulesOf(trx: Writer, area: Area, prefixes: readonly string[]): Promise<OwnRule[]> {
  const rules = await trx.selectFrom(`${area}_rule`).select(['id', 'name', 'status']).orderBy('id').execute()
  const seeds = await trx.selectFrom(`${area}_rule_seed`).select(['name', 'rule_id']).execute()
  const seedOf = new Map(seeds.map(({ name, rule_id: id }) => [Number(id), String(name)]))
  return rules
    .map(({ id, name, status }) => {
      const seed = seedOf.get(Number(id))
      return { id: Number(id), name: seed ?? String(name), isSeeded: seed !== undefined, isOn: Number(status) === 1 }
    })
    .filter(({ name }) => isBelow(name, prefixes))
}

/** Takes the rules of a package out of menus and rights, as far as they are on. Returns which these were. */
export async function hideRules(trx: Writer, prefixes: readonly string[], now: number): Promise<RuleIds> {
  await lockAuthority(trx)
  const hidden: Record<Area, number[]> = { admin: [], user: [] }
  for (const area of areas) {
    hidden[area] = (await rulesOf(trx, area, prefixes)).filter(({ isOn }) => isOn).map(({ id }) => id)
    await switchRules(trx, area, hidden[area], { status: 0, now })
  }
  await accessChanged(trx, '*')
  return hidden
}

/** Puts back what `hideRules` took out. */
export async function showRules(trx: Writer, hidden: RuleIds, now: number): Promise<void> {
  await lockAuthority(trx)
  for (const area of areas) await switchRules(trx, area, hidden[area], { status: 1, now })
  await accessChanged(trx, '*')
}

async function switchRules(
  trx: Writer,
  area: Area,
  ids: readonly number[],
  { status, now }: { status: 0 | 1; now: number },
): Promise<void> {
  if (ids.length > 0) await trx.updateTable(`${area}_rule`).set({ status, update_time: now }).where('id', 'in', ids).execute()
}

/** What `hideRules` returned, as the database keeps it. */
export function readHidden(value: unknown): RuleIds {
  const listOf = (area: Area) => {
    const list: unknown = isObject(value) ? value[area] : undefined
    return Array.isArray(list) ? list.map(Number).filter(Number.isInteger) : []
  }
  return { admin: listOf('admin'), user: listOf('user') }
}

/**
 * Deletes rules of a package with all rights to them: all of them, or those that it has brought and a newer version does not have any more.
 * What people put below them moves to the top. Returns their names.
 */
export async function removeRules(
  trx: Writer,
  prefixes: readonly string[],
  { left, now }: { left?: Schema; now: number },
): Promise<string[]> {
  await lockAuthority(trx)
  const removed: string[] = []
  for (const area of areas) {
    const wanted = new Set(left ? seedRows(area, left).map(({ name }) => name.toLowerCase()) : [])
    const isGone = ({ name, isSeeded }: OwnRule) => !left || (isSeeded && !wanted.has(name.toLowerCase()))
    const gone = (await rulesOf(trx, area, prefixes)).filter(isGone)
    removed.push(...gone.map(({ name }) => name))
    const ids = gone.map(({ id }) => id)
    await forgetSeeds(trx, area, { prefixes, ids, all: !left })
    if (ids.length > 0) await deleteRules(trx, area, ids, now)
  }
  await accessChanged(trx, '*')
  return removed
}

async function deleteRules(trx: Writer, area: Area, ids: readonly number[], now: number): Promise<void> {
  const names = ids.map(String)
  await sql`update ${sql.table(`${area}_group`)} set update_time = ${now},
    rules = array(select rule from unnest(rules) with ordinality as held(rule, place) where rule <> all(${names}::text[]) order by place)
    where rules && ${names}::text[]`.execute(trx)
  await trx
    .updateTable(`${area}_rule`)
    .set({ pid: 0, update_time: now })
    .where('pid', 'in', ids)
    .where('id', 'not in', ids)
    .execute()
  await trx.deleteFrom(`${area}_rule`).where('id', 'in', ids).execute()
}

/** Else a rule that came again would be taken for one that people deleted. */
async function forgetSeeds(
  trx: Writer,
  area: Area,
  { prefixes, ids, all }: { prefixes: readonly string[]; ids: readonly number[]; all: boolean },
): Promise<void> {
  const seeds = await trx.selectFrom(`${area}_rule_seed`).select(['name', 'rule_id']).execute()
  const own = seeds.filter(({ name, rule_id: id }) => ids.includes(Number(id)) || (all && isBelow(String(name), prefixes)))
  const rules = own.map(({ rule_id: id }) => Number(id))
  if (rules.length > 0) await trx.deleteFrom(`${area}_rule_seed`).where('rule_id', 'in', rules).execute()
}
