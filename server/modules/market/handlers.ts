import { readFile, rm } from 'node:fs/promises'
import { packageLimits } from '../../../codegen/package/packageError.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { adminLog } from '../../core/log/adminLog.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { receiveRaw } from '../files/receive.ts'
import type { Market, Outcome } from './change.ts'
import { disable, enable, install, plan, uninstall, update } from './operations.ts'
import type { ModulePlan } from './plan.ts'
import { listInstalled, moduleState, stepsOf } from './store.ts'
import { tablesThere } from './tables.ts'
import { fingerprints, kontorVersion, readKeys } from './trust.ts'

/** The right to each operation: a node of the screen moduleStore. */
const node = (name: string) => ({ type: 'node', node: `moduleStore/${name}` }) as const
const at = { app: 'admin', controller: 'module' } as const

/** Addresses of the packages on this server. */
export const marketHandlers: readonly Handler[] = [
  { ...at, action: 'index', method: 'GET', access: node('index'), run: listModules },
  { ...at, action: 'state', method: 'GET', access: node('index'), run: state },
  { ...at, action: 'upload', method: 'POST', access: node('upload'), multipart: true, isUnlogged: true, run: look },
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
    action: 'uninstall',
    method: 'POST',
    access: node('uninstall'),
    run: remove,
    successMessage: 'success.module.uninstalled',
  },
]

/** GET index: the installed packages. */
async function listModules(ctx: Context) {
  const installed = await listInstalled(ctx.read)
  const { allow_unsigned_modules: unsigned } = await readSiteConfig(ctx.read)
  return {
    sysVersion: kontorVersion(),
    allowUnsigned: unsigned === '1',
    keys: await fingerprints(ctx.services.settings.moduleKeys),
    installed: installed.map(({ hidden_rules: _, ...row }) => row),
  }
}

/** GET state?uid: its state, the tables that are there of it, and what was done with it. */
async function state(ctx: Context) {
  const uid = uidOf(ctx.query.uid)
  const there = (await listInstalled(ctx.read)).find((each) => each.uid === uid)
  return {
    state: there?.state ?? moduleState.notInstalled,
    version: there?.version ?? '',
    hash: there?.hash ?? '',
    tables: await tablesThere(ctx.read, uid),
    steps: await stepsOf(ctx.read, uid),
  }
}

/** POST upload (a form with `file`): what the package would do. Nothing is kept of it. */
async function look(ctx: Context): Promise<ModulePlan> {
  const market = await marketOf(ctx)
  return withArchive(ctx, (archive) => plan(market, archive))
}

/** POST install, update (a form with `file`, and `hash` of the plan that was agreed to). Who brings a file needs the right to that as well. */
async function bringWith(ctx: Context, operation: typeof install): Promise<Outcome> {
  if (!can(actorOf(ctx), 'moduleStore/upload')) throw new Refused('auth.noRight', {}, { envelope: 401 })
  const market = await marketOf(ctx)
  return withArchive(ctx, (archive, { hash = '' }) => operation(market, archive, hash))
}

/** POST changeState { uid, state: 0 | 1 } */
async function changeState(ctx: Context): Promise<Outcome> {
  const uid = uidOf(ctx.body.uid)
  const wanted = String(ctx.body.state ?? '')
  if (wanted !== '0' && wanted !== '1') throw new Refused('crud.parameter', { name: 'state' })
  const market = await marketOf(ctx)
  return wanted === '1' ? enable(market, uid) : disable(market, uid)
}

/** POST uninstall { uid, dropTables?: 1, typed? }: its tables go only when their owner has typed its name. */
async function remove(ctx: Context): Promise<Outcome> {
  const uid = uidOf(ctx.body.uid ?? ctx.query.uid)
  const drops = String(ctx.body.dropTables ?? '0') === '1'
  const market = await marketOf(ctx)
  return uninstall(market, uid, drops ? String(ctx.body.typed ?? '') : undefined)
}

function uidOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(value)) throw new Refused('crud.parameter', { name: 'uid' })
  return value
}

/** The operations on behalf of who calls. Throws `Refused` where this server's screens never change. */
async function marketOf(ctx: Context): Promise<Market> {
  const { revising, settings } = ctx.services
  if (!revising) throw new Refused('module.fixed')
  const { id, username } = actorOf(ctx)
  const { allow_unsigned_modules: unsigned } = await readSiteConfig(ctx.read)
  return {
    read: ctx.read,
    revising,
    trust: { keys: await readKeys(settings.moduleKeys), allowUnsigned: unsigned === '1' },
    kontorVersion: kontorVersion(),
    by: { id, username, now: ctx.now },
    write: ({ uid, step, version, hash }, work) =>
      ctx.write(async (trx) => {
        await adminLog(trx, ctx, `${ctx.text(`module.log.${step}`)} ${uid} ${version}`)
        await writeAudit(trx, auditOf(ctx, { action: `module/${step}`, table: 'module', key: uid, detail: { version, hash } }))
        return work(trx)
      }),
  }
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
