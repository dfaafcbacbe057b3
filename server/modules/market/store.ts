import { sql } from 'kysely'
import { firstPartyModules } from '../../../codegen/load/schemaSources.ts'
import { openPackage } from '../../../codegen/package/open.ts'
import { moduleState } from '../../../src/schemas/api/market.ts'
import { codeOf } from '../../../src/schemas/errors.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import type { PackageRef } from '../../core/revising.ts'
import type { ModuleLogRow, ModuleRow } from '../../core/rows.generated.ts'
import { areNested, readYielding, reverted, revertedOf, type Yielding } from './conflicts.ts'

/** An installed package, without its archive. */
export type Installed = Omit<ModuleRow, 'archive'>

const noSuchTable = '42P01'

/** Every installed package, in the order in which they came; none where the database is not prepared yet. */
export async function listInstalled(db: Reader): Promise<Installed[]> {
  try {
    const { rows } = await sql<Installed>`
      select id, uid, version, state, hash, signed_by, hidden_rules, yields, admin_id, username, create_time, update_time
      from module order by id`.execute(db)
    return rows
  } catch (error) {
    if (codeOf(error) === noSuchTable) return []
    throw error
  }
}

/** Packages whose screens are served, without the changes that were reverted or yield to those of others that are served too. */
export function enabledOf(installed: readonly Installed[]): PackageRef[] {
  const enabled = installed.filter(({ state }) => state === moduleState.installed)
  const served = new Set([...firstPartyModules(), ...enabled.map(({ uid }) => uid)])
  /** A package yields only while the other one still makes its change there. */
  const isTheirs = ({ to, page, path }: Yielding) => {
    const gone = revertedOf(enabled.find(({ uid }) => uid === to))
    return served.has(to) && !gone.some((each) => each.page === page && areNested(each.path, path))
  }
  return enabled.map(({ uid, version, hash, yields }) => {
    const without = readYielding(yields).filter((each) => each.to === reverted || isTheirs(each))
    return { uid, version, hash, ...(without.length > 0 ? { without } : {}) }
  })
}

/** The files of an installed package. Throws when there is none with this hash, or its archive is damaged. */
export async function filesOf(db: Reader, { uid, hash }: Pick<PackageRef, 'uid' | 'hash'>): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<Pick<ModuleRow, 'archive'>>`
    select archive from module where uid = ${uid} and hash = ${hash}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('it is not in the database')
  // It was signed by a key that was trusted when it was installed; that it is still the same says the hash.
  const opened = openPackage(row.archive, { keys: [], ignoreSignature: true })
  if (opened.hash !== hash) throw new Error('it is not the one that was installed')
  return opened.files
}

/** One change of packages at a time; held until the end of the transaction. */
export async function lockInstalled(trx: Writer): Promise<void> {
  await sql`set local lock_timeout = '30s'`.execute(trx)
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtext('kontor.modules'))`.execute(trx)
}

/** A step of a package, as it is noted. */
export type Noted = Pick<ModuleLogRow, 'uid' | 'step' | 'version' | 'hash'> & {
  from_version?: string
  detail: Readonly<Record<string, unknown>>
}

/** Who does it, and when. */
export interface By {
  id: number
  username: string
  now: number
}

/** Notes a step that was done. */
export async function noteStep(trx: Writer, { detail, ...noted }: Noted, { id, username, now }: By): Promise<void> {
  const who = { admin_id: id, username: username.slice(0, 50), create_time: now, update_time: now }
  const values = { from_version: '', ...noted, detail: JSON.stringify(detail), ...who }
  await trx.insertInto('module_log').values(values).execute()
}

/** Steps of a package, the newest first. */
export async function stepsOf(db: Reader, uid: string): Promise<Omit<ModuleLogRow, 'id' | 'update_time'>[]> {
  const { rows } = await sql<Omit<ModuleLogRow, 'id' | 'update_time'>>`
    select uid, step, version, from_version, hash, detail, admin_id, username, create_time
    from module_log where uid = ${uid} order by id desc limit 100`.execute(db)
  return rows
}
