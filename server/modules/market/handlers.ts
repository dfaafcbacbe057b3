import { readFile, rm } from 'node:fs/promises'
import { readFolders } from '../../../codegen/load/folders.ts'
import { firstPartyModules } from '../../../codegen/load/schemaSources.ts'
import { packageLimits } from '../../../codegen/package/packageError.ts'
import {
  type InstalledModule,
  type MarketState,
  type ModuleDetail,
  type ModuleOutcome,
  type ModulePlan,
  moduleState,
} from '../../../src/schemas/api/market.ts'
import { compareVersions } from '../../../src/schemas/language/module/version.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { receiveRaw } from '../files/receive.ts'
import type { Assembly } from '../module.ts'
import { aboutOf, newestBundled } from './catalogue/bundled.ts'
import { archiveOf, readCatalogue } from './catalogue/catalogue.ts'
import type { Agreement, Market } from './change.ts'
import { openConflicts } from './conflicts.ts'
import { fileOf, giveAddress } from './data.ts'
import { overlaysInForce } from './inForce.ts'
import { marketOf } from './marketOf.ts'
import { disable, enable, install, plan, uninstall, update } from './operations.ts'
import { boughtUids, orderHandlers, requirePaid } from './orders.ts'
import { manifestOf } from './refusals.ts'
import { readChanges, readSolutions, readUid, readVersion, readWork } from './requests.ts'
import { revert, withReverted } from './revert.ts'
import { filesOf, type Installed, listInstalled, stepsOf } from './store.ts'
import { rowsIn, tablesThere } from './tables.ts'
import { fingerprints, kontorVersion } from './trust.ts'

/** The right to each operation: a node of the screen moduleStore. */
const node = (name: string) => ({ type: 'node', node: `moduleStore/${name}` }) as const
const at = { app: 'admin', controller: 'module' } as const

/** Addresses of the packages on this server, and of what they change in the screens of this revision. */
export function marketHandlers({ schema, schemaDirs }: Assembly): Handler[] {
  let overlays: ReturnType<typeof overlaysInForce> | undefined
  const listOverlays = () => {
    overlays ??= overlaysInForce(schemaDirs, schema)
    return overlays
  }
  return [
    { ...at, action: 'index', method: 'GET', access: node('index'), run: (ctx) => listModules(ctx, schemaDirs) },
    {
      ...at,
      action: 'overlays',
      method: 'GET',
      access: node('index'),
      run: async ({ read }) =>
        withReverted(await listOverlays(), await listInstalled(read), {
          filesIn: (row) => filesOf(read, row),
          words: schema.words,
        }),
    },
    ...moduleHandlers,
  ]
}

const moduleHandlers: readonly Handler[] = [
  { ...at, action: 'state', method: 'GET', access: node('index'), run: state },
  { ...at, action: 'info', method: 'POST', access: node('index'), isUnlogged: true, run: lookAtEntry },
  { ...at, action: 'data', method: 'POST', access: node('uninstall'), run: giveAddress },
  // The ticket is the right: a link carries no token.
  { ...at, action: 'file', method: 'GET', access: { type: 'public' }, run: fileOf },
  { ...at, action: 'upload', method: 'POST', access: node('upload'), multipart: true, isUnlogged: true, run: lookAtFile },
  {
    ...at,
    action: 'install',
    method: 'POST',
    access: node('install'),
    multipart: true,
    run: (ctx) => bringWith(ctx, install),
    successMessage: 'success.module.installed',
  },
  {
    ...at,
    action: 'update',
    method: 'POST',
    access: node('update'),
    multipart: true,
    run: (ctx) => bringWith(ctx, update),
    successMessage: 'success.module.updated',
  },
  {
    ...at,
    action: 'changeState',
    method: 'POST',
    access: node('changeState'),
    run: changeState,
    successMessage: 'success.module.switched',
  },
  {
    ...at,
    action: 'revert',
    method: 'POST',
    access: node('changeState'),
    run: revertChange,
    successMessage: 'success.module.reverted',
  },
  {
    ...at,
    action: 'uninstall',
    method: 'POST',
    access: node('uninstall'),
    run: remove,
    successMessage: 'success.module.uninstalled',
  },
  ...orderHandlers,
]

/** GET index?fresh: the catalogue, and the installed packages. */
async function listModules(ctx: Context, dirs: readonly string[]): Promise<MarketState> {
  const { services } = ctx
  const installed = await listInstalled(ctx.read)
  const bought = await boughtUids(ctx.read)
  const { allow_unsigned_modules: unsigned } = await readSiteConfig(ctx.read)
  const { entries, source } = await readCatalogue(ctx, ctx.query.fresh === '1')
  return {
    source,
    sysVersion: kontorVersion(),
    allowUnsigned: unsigned === '1',
    isLive: services.revising !== undefined,
    hasPayments: services.payments() !== null,
    keys: await fingerprints(services.settings.moduleKeys),
    catalogue: entries.map((each) => ({ ...each, isBought: bought.has(each.uid) })),
    installed: await Promise.all(installed.map((row) => shownOf(ctx, row, { dirs, installed }))),
    parts: (await readFolders(dirs, [])).flatMap(({ manifest }) =>
      manifest && firstPartyModules().includes(manifest.uid)
        ? { uid: manifest.uid, version: manifest.version, about: aboutOf(manifest) }
        : [],
    ),
  }
}

/** An installed package with what its own module.json says; null where its archive is damaged. */
async function shownOf(
  ctx: Context,
  row: Installed,
  around: { dirs: readonly string[]; installed: readonly Installed[] },
): Promise<InstalledModule> {
  const { uid, version, state, hash, signed_by, username, create_time, update_time } = row
  const about = await filesOf(ctx.read, row)
    .then((files) => aboutOf(manifestOf(uid, files)))
    .catch(() => null)
  const times = { create_time: create_time ?? 0, update_time: update_time ?? 0 }
  const newest = await newestBundled(uid)
  const isNewer = newest !== undefined && compareVersions(newest.version, version) > 0
  const conflicts = isNewer ? (await openConflicts(uid, newest.files, around)).length : 0
  return { uid, version, state, hash, signed_by, username, ...times, about, conflicts }
}

/** GET state?uid: its state, the tables that are there of it, and what was done with it. */
async function state(ctx: Context): Promise<ModuleDetail> {
  const uid = readUid(ctx.query.uid)
  const there = (await listInstalled(ctx.read)).find((each) => each.uid === uid)
  return {
    state: there?.state ?? moduleState.notInstalled,
    version: there?.version ?? '',
    hash: there?.hash ?? '',
    tables: await rowsIn(ctx.read, await tablesThere(ctx.read, uid)),
    steps: (await stepsOf(ctx.read, uid)).map((each) => ({ ...each, create_time: each.create_time ?? 0 })),
  }
}

/** POST info { uid, version, solutions? }: what a version of the catalogue would do. Nothing is kept of it. */
async function lookAtEntry(ctx: Context): Promise<ModulePlan> {
  const { archive, isBundled } = await archiveOf(ctx, readUid(ctx.body.uid), readVersion(ctx.body.version))
  return plan(await marketFor(ctx, isBundled), archive, readSolutions(ctx.body.solutions))
}

/** POST upload (a form with `file`): what the package would do. Nothing is kept of it. */
async function lookAtFile(ctx: Context): Promise<ModulePlan> {
  const market = await marketOf(ctx)
  return withArchive(ctx, (archive, { solutions }) => plan(market, archive, readSolutions(solutions)))
}

type Bringing = (market: Market, archive: Buffer, agreed: Agreement) => Promise<ModuleOutcome>

/**
 * POST install, update { uid, version, hash, solutions?, demo?, work? }: a version of the catalogue, which must have been paid for. Or a form with
 * `file` in the place of the name: who brings a file needs the right to that as well.
 */
async function bringWith(ctx: Context, operation: Bringing): Promise<ModuleOutcome> {
  if (!ctx.multipart) {
    const uid = readUid(ctx.body.uid)
    const version = readVersion(ctx.body.version)
    await requirePaid(ctx, uid)
    const { archive, isBundled } = await archiveOf(ctx, uid, version)
    return operation(await marketFor(ctx, isBundled, readWork(ctx.body.work)), archive, agreementIn(ctx.body))
  }
  if (!can(actorOf(ctx), 'moduleStore/upload')) throw new Refused('auth.noRight', {}, { envelope: 401 })
  return withArchive(ctx, async (archive, fields) =>
    operation(await marketOf(ctx, { work: readWork(fields.work) }), archive, agreementIn(fields)),
  )
}

/** What comes from a publisher needs a trusted signature, as a file does. */
const marketFor = (ctx: Context, isBundled: boolean, work = 0) =>
  marketOf(ctx, isBundled ? { work, trust: { keys: [], allowUnsigned: false, isBundled } } : { work })

const agreementIn = ({ hash, solutions, demo }: Readonly<Record<string, unknown>>): Agreement => ({
  hash: typeof hash === 'string' ? hash : '',
  solutions: readSolutions(solutions),
  withDemo: String(demo ?? '0') === '1',
})

/** POST changeState { uid, state: 0 | 1, work? } */
async function changeState(ctx: Context): Promise<ModuleOutcome> {
  const uid = readUid(ctx.body.uid)
  const wanted = String(ctx.body.state ?? '')
  if (wanted !== '0' && wanted !== '1') throw new Refused('crud.parameter', { name: 'state' })
  const market = await marketOf(ctx, { work: readWork(ctx.body.work) })
  return wanted === '1' ? enable(market, uid) : disable(market, uid)
}

/**
 * POST revert { uid, changes: { page, op, path, locale? }[], reverted?: 0 | 1, work? }: leaves changes of a package out, or (0) applies them
 * again.
 */
async function revertChange(ctx: Context): Promise<ModuleOutcome> {
  const uid = readUid(ctx.body.uid)
  const places = readChanges(ctx.body.changes)
  const market = await marketOf(ctx, { work: readWork(ctx.body.work) })
  return revert(market, { uid, places, isReverted: String(ctx.body.reverted ?? '1') === '1' })
}

/** POST uninstall { uid, dropTables?: 1, typed?, work? }: its tables go only when their owner has typed its name. */
async function remove(ctx: Context): Promise<ModuleOutcome> {
  const uid = readUid(ctx.body.uid ?? ctx.query.uid)
  const drops = String(ctx.body.dropTables ?? '0') === '1'
  const market = await marketOf(ctx, { work: readWork(ctx.body.work) })
  return uninstall(market, uid, drops ? String(ctx.body.typed ?? '') : undefined)
}

/** Reads the file of a posted form, which is gone afterwards. */
async function withArchive<T>(ctx: Context, work: (archive: Buffer, fields: Readonly<Record<string, string>>) => Promise<T>) {
  const made: string[] = []
  try {
    const limits = { maxSize: packageLimits.bytes, allowedSuffixes: 'zip', allowedMimeTypes: [] }
    const { path, fields } = await receiveRaw(ctx, limits, (temporary) => made.push(temporary))
    return await work(await readFile(path), fields)
  } finally {
    await Promise.all(made.map((path) => rm(path, { force: true })))
  }
}
