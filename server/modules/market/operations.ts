import { loadSchema } from '../../../codegen/load/pages.ts'
import type { OpenedPackage } from '../../../codegen/package/open.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { type ModuleOutcome, type ModulePlan, moduleState } from '../../../src/schemas/api/market.ts'
import { formatIssue } from '../../../src/schemas/language/issue.ts'
import type { ModuleManifest } from '../../../src/schemas/language/module/manifest.ts'
import type { Writer } from '../../core/db/connect.ts'
import { withHistory } from '../../core/history/author.ts'
import { Refused } from '../../core/refuse.ts'
import { lockSeeds } from '../auth/seed/seedRules.ts'
import { type Agreement, change, type Market, planningOf, prepared, preparedWithout, prepareWith, stateOf } from './change.ts'
import type { Solution, Yielding } from './conflicts.ts'
import { bringDemo, readDemo } from './demo.ts'
import { makePlan, type Settled } from './plan.ts'
import { manifestOf, openTrusted, requireFaultless, requireVersions } from './refusals.ts'
import { hideRules, readHidden, removeRules, showRules } from './rules.ts'
import { enabledOf, filesOf, type Installed, listInstalled, lockInstalled, noteStep } from './store.ts'
import { dropTables, foreignTable, markTables, tablesOf } from './tables.ts'

/** What the package would do, for a person to agree to. Throws `Refused` where it is not sound or not trusted; writes nothing. */
export async function plan(market: Market, archive: Buffer, solutions: readonly Solution[] = []): Promise<ModulePlan> {
  const opened = openTrusted(archive, market.trust)
  return makePlan(opened, planningOf(market, await listInstalled(market.read)), solutions)
}

/** Installs a package that is not there yet. */
export function install(market: Market, archive: Buffer, agreed: Agreement): Promise<ModuleOutcome> {
  return change(market, async (installed) => {
    const { opened, manifest, there } = await openAgreed(market, { archive, agreed: agreed.hash, installed })
    if (there?.hash === opened.hash) return { already: there }
    if (there) throw new Refused('module.updateInstead', { uid: there.uid, installed: there.version })
    const { schema, settled } = await prepareWith(market, opened, { installed, solutions: agreed.solutions })
    return {
      outcome: { uid: manifest.uid, version: manifest.version, state: moduleState.installed },
      schema,
      noted: { uid: manifest.uid, step: 'install', version: manifest.version, hash: opened.hash },
      async write(trx) {
        const detail = await bring(trx, { market, manifests: [manifest], schema })
        await trx
          .insertInto('module')
          .values({ ...rowOf(market, { opened, archive, state: moduleState.installed }), yields: kept(settled.yields) })
          .execute()
        await keepOthers(trx, settled)
        if (!agreed.withDemo) return detail
        const own = tablesOf(schema, manifest.tablePrefixes)
        const demo = readDemo(opened.files, { schema, own, issues: [] })
        return { ...detail, demo: await bringDemo(trx, schema, demo, market.by.now) }
      },
    }
  })
}

/** Puts a newer version in the place of an installed one; a disabled one stays disabled, and its tables follow when it is enabled. */
export function update(market: Market, archive: Buffer, agreed: Agreement): Promise<ModuleOutcome> {
  return change(market, async (installed) => {
    const { opened, manifest, there } = await openAgreed(market, { archive, agreed: agreed.hash, installed })
    if (!there) throw new Refused('module.notInstalled', { uid: manifest.uid })
    if (there.hash === opened.hash) return { already: there }
    const { uid, version } = manifest
    const { schema, settled } = await prepareWith(market, opened, { installed, solutions: agreed.solutions })
    const isOn = there.state === moduleState.installed
    return {
      outcome: { uid, version, state: there.state },
      ...(isOn ? { schema } : {}),
      noted: { uid, step: 'update', version, from_version: there.version, hash: opened.hash },
      async write(trx) {
        const detail = isOn ? await bring(trx, { market, manifests: [manifest], schema }) : {}
        const gone = isOn ? await removeRules(trx, manifest.pagePrefixes, { left: schema, now: market.by.now }) : []
        const { create_time: _, ...values } = rowOf(market, { opened, archive, state: there.state })
        const yields = kept(settled.yields)
        await trx
          .updateTable('module')
          .set({ ...values, yields })
          .where('id', '=', there.id)
          .execute()
        await keepOthers(trx, settled)
        return { ...detail, removed: gone }
      },
    }
  })
}

/** Serves the screens of a disabled package again. */
export function enable(market: Market, uid: string): Promise<ModuleOutcome> {
  return change(market, async (installed) => {
    const there = requireThere(installed, uid)
    if (there.state === moduleState.installed) return { already: there }
    const { version, hash } = there
    const manifest = manifestOf(uid, await filesOf(market.read, there))
    const next = enabledOf(installed.map((each) => (each.uid === uid ? { ...each, state: moduleState.installed } : each)))
    const schema = await prepared(market, uid, next)
    return {
      outcome: { uid, version, state: moduleState.installed },
      schema,
      noted: { uid, step: 'enable', version, hash },
      async write(trx) {
        const detail = await bring(trx, { market, manifests: [manifest], schema })
        await showRules(trx, readHidden(there.hidden_rules), market.by.now)
        // A version that came while it was disabled may have fewer.
        const removed = await removeRules(trx, manifest.pagePrefixes, { left: schema, now: market.by.now })
        await setState(trx, market, there, { state: moduleState.installed, hidden: null })
        return { ...detail, removed }
      },
    }
  })
}

/** Takes the screens of a package away. Its tables and rows stay as they are. */
export function disable(market: Market, uid: string): Promise<ModuleOutcome> {
  return change(market, async (installed) => {
    const there = requireThere(installed, uid)
    if (there.state === moduleState.disabled) return { already: there }
    const { version, hash } = there
    const manifest = manifestOf(uid, await filesOf(market.read, there))
    const schema = await preparedWithout(market, uid, installed)
    return {
      outcome: { uid, version, state: moduleState.disabled },
      schema,
      noted: { uid, step: 'disable', version, hash },
      async write(trx) {
        await lockSeeds(trx) // before the rights, as who seeds
        const hidden = await hideRules(trx, manifest.pagePrefixes, market.by.now)
        const steps = await market.revising.apply(trx, schema, market.by.now)
        await setState(trx, market, there, { state: moduleState.disabled, hidden })
        return { steps: steps.map(({ what }) => what) }
      },
    }
  })
}

/** Forgets a disabled package. Its tables stay, unless `typed` is its name: then they are dropped with their rows. */
export function uninstall(market: Market, uid: string, typed?: string): Promise<ModuleOutcome> {
  return change(market, async (installed) => {
    const there = installed.find((each) => each.uid === uid)
    if (!there) return { already: { uid, version: '', state: moduleState.notInstalled } }
    if (there.state === moduleState.installed) throw new Refused('module.disableFirst', { uid })
    if (typed !== undefined && typed !== uid) throw new Refused('module.typed', { uid })
    const { version, hash } = there
    const { pagePrefixes } = manifestOf(uid, await filesOf(market.read, there))
    return {
      outcome: { uid, version, state: moduleState.notInstalled },
      noted: { uid, step: 'uninstall', version, hash },
      async write(trx) {
        const removed = await removeRules(trx, pagePrefixes, { now: market.by.now })
        const dropped = typed === undefined ? [] : await dropTables(trx, uid)
        await trx.deleteFrom('module').where('id', '=', there.id).execute()
        return { removed, dropped }
      },
    }
  })
}

const kept = (yields: readonly Yielding[]) => (yields.length > 0 ? JSON.stringify(yields) : null)

/** A package to be installed among others. */
export interface Joining {
  archive: Buffer
  /** Its screens are served; a disabled one keeps its tables. */
  isOn: boolean
}

/**
 * Installs compatible packages and their sample rows beside those that are installed. Reads and checks them once and writes everything in one
 * transaction, in which `within` runs last. Adds no routes: the caller does, for the revision it serves. Returns false, and writes nothing,
 * where packages have changed meanwhile: another server may have been faster.
 */
export async function installTogether(
  market: Market,
  joining: readonly Joining[],
  within: (trx: Writer) => Promise<void>,
): Promise<boolean> {
  const all = joining.map(({ archive, isOn }) => {
    const opened = openTrusted(archive, market.trust)
    return { archive, isOn, opened, manifest: manifestOf(opened.manifest.uid, opened.files) }
  })
  const installed = await listInstalled(market.read)
  const refs = all.map(({ opened: { manifest, hash, files } }) => ({ ...manifest, hash, files }))
  const { schema, issues } = await loadSchema(await market.revising.sourcesWith([...enabledOf(installed), ...refs]))
  requireFaultless(refs.map(({ uid }) => uid).join(', '), issues.map(formatIssue))
  return market.write({ uid: '*', step: 'install', version: '', hash: '' }, async (trx) => {
    await lockInstalled(trx)
    if (stateOf(await listInstalled(trx)) !== stateOf(installed)) return false
    const detail = await bring(trx, { market, manifests: all.map(({ manifest }) => manifest), schema })
    for (const { archive, opened, manifest, isOn } of all) {
      const row = rowOf(market, { opened, archive, state: moduleState.installed })
      const { id } = await trx.insertInto('module').values(row).returning('id').executeTakeFirstOrThrow()
      const there = { id: Number(id) }
      const own = tablesOf(schema, manifest.tablePrefixes)
      const demo = await bringDemo(trx, schema, readDemo(opened.files, { schema, own, issues: [] }), market.by.now)
      const step = { uid: row.uid, version: row.version, hash: row.hash }
      await noteStep(trx, { ...step, step: 'install', detail: { ...detail, demo } }, market.by)
      if (isOn) continue
      const hidden = await hideRules(trx, manifest.pagePrefixes, market.by.now)
      await setState(trx, market, there, { state: moduleState.disabled, hidden })
      await noteStep(trx, { ...step, step: 'disable', detail: {} }, market.by)
    }
    await within(trx)
    await market.revising.announce(trx)
    return true
  })
}

async function keepOthers(trx: Writer, { others }: Settled): Promise<void> {
  for (const [uid, yields] of others)
    await trx
      .updateTable('module')
      .set({ yields: kept(yields) })
      .where('uid', '=', uid)
      .execute()
}

/** An installed package. Throws `Refused`. */
export function requireThere(installed: readonly Installed[], uid: string): Installed {
  const there = installed.find((each) => each.uid === uid)
  if (!there) throw new Refused('module.notInstalled', { uid })
  return there
}

/** The package that a person has agreed to. */
async function openAgreed(
  market: Market,
  { archive, agreed, installed }: { archive: Buffer; agreed: string; installed: readonly Installed[] },
): Promise<{ opened: OpenedPackage; manifest: ModuleManifest; there: Installed | undefined }> {
  const opened = openTrusted(archive, market.trust)
  if (opened.hash !== agreed) throw new Refused('module.agreed')
  const manifest = manifestOf(opened.manifest.uid, opened.files)
  const there = installed.find((each) => each.uid === manifest.uid)
  if (there?.hash !== opened.hash) requireVersions(manifest, { installed, kontorVersion: market.kontorVersion })
  return { opened, manifest, there }
}

/** Brings tables and rules of packages, as far as they are missing. Returns what was done. */
async function bring(
  trx: Writer,
  { market, manifests, schema }: { market: Market; manifests: readonly ModuleManifest[]; schema: Schema },
): Promise<{ steps: string[] }> {
  const own = manifests.map(({ uid, tablePrefixes }) => ({ uid, tables: tablesOf(schema, tablePrefixes) }))
  for (const { uid, tables } of own) {
    const foreign = await foreignTable(trx, uid, tables)
    if (foreign !== undefined) throw new Refused('module.tableTaken', { table: foreign })
  }
  const steps = await market.revising.apply(trx, schema, market.by.now)
  for (const { uid, tables } of own) await markTables(trx, uid, tables)
  await withHistory(trx)
  return { steps: steps.map(({ what }) => what) }
}

function rowOf(
  { by }: Market,
  { opened, archive, state }: { opened: OpenedPackage; archive: Buffer; state: Installed['state'] },
) {
  const { manifest, hash, signedBy = '' } = opened
  const who = { admin_id: by.id, username: by.username.slice(0, 50), create_time: by.now, update_time: by.now }
  return { uid: manifest.uid, version: manifest.version, state, hash, signed_by: signedBy, archive, ...who }
}

async function setState(
  trx: Writer,
  { by }: Market,
  { id }: Pick<Installed, 'id'>,
  { state, hidden }: { state: Installed['state']; hidden: ReturnType<typeof readHidden> | null },
): Promise<void> {
  const hidden_rules = hidden && JSON.stringify(hidden)
  await trx.updateTable('module').set({ state, hidden_rules, update_time: by.now }).where('id', '=', id).execute()
}
