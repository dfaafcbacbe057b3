import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPackage } from '../../codegen/package/open.ts'
import type { Client } from '../harness/client.ts'
import { isLong, sampleOf } from '../harness/sampling.ts'
import { post, startMarket } from './market.ts'

/** Two servers on one database, one of which is killed. */
let market: Awaited<ReturnType<typeof startMarket>>
let archive: Buffer
let hash: string
beforeAll(async () => {
  market = await startMarket()
  archive = await market.pack(uid)
  hash = openPackage(archive, { keys: [market.keys.publicKey] }).hash
}, 300_000)
afterAll(() => market?.close(), 60_000)

const uid = 'repair-tickets'
const serves = async (owner: Client) => (await owner.get('/admin/repair.Ticket/index')).body.code === 1
const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 60_000, interval: 100 })
const install = ({ url, owner }: { url: string; owner: Client }) =>
  post({ url, token: owner.token }, 'install', archive, { hash })
const change = (owner: Client, action: string, body: object) => owner.post(`/admin/module/${action}`, { uid, ...body })
const traces = async () =>
  (
    await market.query(`select (select count(*) from module) as modules, (select count(*) from module_log) as steps,
      (select count(*) from admin_rule where name ~ '^repair') as rules, to_regclass('repair_ticket') as there`)
  )[0]

/** Where an installation waits, in its order: the locks that it takes. */
const places = [
  ['before anything', `hashtext('kontor.modules')`],
  ['before its tables', '7041001'],
  ['before its triggers', `hashtext('kontor.log')`],
  ['before its menu rules', `hashtext('kontor.seed')`],
  ['before its rights', `hashtext('kontor.authority')`],
  ['before the commit', '75310032'],
] as const
const chosen = sampleOf('places in which an installation is killed', places, ([name]) => name === 'before its menu rules')
const updates = sampleOf('places in which an update is killed', places, ([name]) => name === 'before its triggers')
const removals = sampleOf(
  'places in which an uninstallation is killed',
  places.filter(([name]) => ['before anything', 'before its rights', 'before the commit'].includes(name)),
  ([name]) => name === 'before its rights',
)

/** Kills a server of its own that waits for the lock, in the middle of what it does. Nothing is left of that. */
async function kill(name: string, lock: string, act: (server: { url: string; owner: Client }) => Promise<unknown>) {
  const before = await traces()
  const second = await market.start(`killed ${name}`)
  const holder = await market.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`select pg_advisory_xact_lock(${lock})`)
    const lost = act(second).catch(() => 'lost')
    await soon(
      async () => (await market.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).length,
    ).toBe(1)
    second.child.kill('SIGKILL')
    await second.ended
    expect(await lost).toBe('lost')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await soon(traces).toEqual(before)
}

test.each(chosen)(
  'a server that is killed %s leaves no trace of the package',
  async (name, lock) => {
    await kill(`${name} of an installation`, lock, install)
    expect(await serves(market.first.owner)).toBe(false)
  },
  300_000,
)

test('a server that is killed once it is installed leaves it whole, and the others serve it', async () => {
  const second = await market.start('killed after the commit')
  const listener = await market.pool.connect()
  try {
    const heard = new Promise((resolve) => listener.once('notification', resolve))
    await listener.query('listen kontor_revision')
    const answer = install(second).catch(() => 'lost')
    await heard
    second.child.kill('SIGKILL')
    await second.ended
    await answer
  } finally {
    await listener.query('unlisten kontor_revision')
    listener.release()
  }
  await soon(() => serves(market.first.owner)).toBe(true)
  expect(await traces()).toMatchObject({ modules: '1', steps: '1', there: 'repair_ticket' })
}, 300_000)

test.each(updates)(
  'a server that is killed %s of an update leaves the old version',
  async (name, lock) => {
    const version = '1.1.0'
    const { body } = await market.first.owner.post<{ hash: string }>('/admin/module/info', { uid, version })
    await kill(`${name} of an update`, lock, ({ owner }) => change(owner, 'update', { version, hash: body.data.hash }))
    expect(await market.query(`select version, state from module`)).toEqual([{ version: '1.0.0', state: 1 }])
    expect(await serves(market.first.owner)).toBe(true)
  },
  300_000,
)

test.each(removals)(
  'a server that is killed %s of an uninstallation leaves the package with its rows',
  async (name, lock) => {
    await change(market.first.owner, 'changeState', { state: 0 })
    await kill(`${name} of a removal`, lock, ({ owner }) => change(owner, 'uninstall', { dropTables: 1, typed: uid }))
    expect((await change(market.first.owner, 'changeState', { state: 1 })).body.code).toBe(1)
    expect(await serves(market.first.owner)).toBe(true)
  },
  300_000,
)

test('a server starts with what is installed, follows what others change, and leaves out what has become faulty', async () => {
  const third = await market.start('third')
  expect(await serves(third.owner)).toBe(true)
  expect((await change(market.first.owner, 'changeState', { state: 0 })).body.code).toBe(1)
  expect(await serves(market.first.owner)).toBe(false)
  await soon(() => serves(third.owner)).toBe(false)
  expect((await change(third.owner, 'changeState', { state: 1 })).body.code).toBe(1)
  await soon(() => serves(market.first.owner)).toBe(true)
  await market.query(`update module set archive = substring(archive from 1 for 100)`)
  const fourth = await market.start('fourth')
  expect(fourth.output()).toMatch(
    /the package repair-tickets 1\.0\.0 has faults, so it is left out:\n.*repair-tickets 1\.0\.0 cannot be read/,
  )
  expect(await serves(fourth.owner)).toBe(false)
  expect(await serves(market.first.owner)).toBe(true)
}, 600_000)

test.runIf(isLong)(
  'of two that install the same at once, both are told that it is there',
  async () => {
    await change(market.first.owner, 'changeState', { state: 0 })
    await change(market.first.owner, 'uninstall', { dropTables: 1, typed: uid })
    const other = await market.start('other')
    const answers = await Promise.all([install(market.first), install(other), install(market.first)])
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1])
    expect(await market.query('select uid from module')).toEqual([{ uid }])
  },
  300_000,
)
