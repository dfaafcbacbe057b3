import { Pool, type PoolClient } from 'pg'
import { expect } from 'vitest'
import { openDatabase } from '../../../../server/core/db/connect.ts'
import { purgePrivateFiles } from '../../../../server/modules/dataio/purge.ts'
import { createPrivateFiles } from '../../../../server/modules/files/privateFiles.ts'
import { ask, reaches } from '../../../../tests/dataio/files.ts'
import { checked, csv, ran, sendFile } from '../../../../tests/dataio/imports.ts'
import { done, type Facts, going, type Machine, type MachineLab } from './machineRun.ts'

/** Exports and imports keep their files in a directory that the tests sweep themselves. */
export type JobLab = MachineLab & { dataDir: string }

/** The job of a row: held by a node that is not heard of, let go, or swept. */
function jobs(at: () => JobLab, kind: 'export' | 'import') {
  const table = `dataio_${kind}`
  const query = <T extends object>(text: string, values: unknown[]) => at().server.query<T>(text, values)
  const hold = (id: number) =>
    query(
      `insert into job (kind, ref_id, lease, lease_time, attempts, create_time, update_time) values ($1, $2, 'held', 99999999999, 1, 0, 0)
        on conflict do nothing`,
      [kind, id],
    )
  /** What is asked for meanwhile waits: no node takes the job. Where nothing came of it, nothing is left. */
  const held =
    <T extends { body: { code: number } }>(press: (id: number) => Promise<T>) =>
    async (id: number): Promise<T> => {
      const [had] = await query('select 1 as one from job where kind = $1 and ref_id = $2', [kind, id])
      await hold(id)
      const answer = await press(id)
      if (answer.body.code !== 1 && !had) await query('delete from job where kind = $1 and ref_id = $2', [kind, id])
      return answer
    }
  const open = kind === 'export' ? [0, 1] : [1, 3]
  const ended = (id: number) =>
    expect
      .poll(async () => (await query<{ status: number }>(`select status from ${table} where id = $1`, [id]))[0]?.status, {
        interval: 20,
      })
      .not.toSatisfy((status: number) => open.includes(status))
  /** The node that held it is not heard of any more: another takes the job, after so many tries; false where none was held. */
  const letGo = (attempts: number) => async (id: number) => {
    const text = `update job set lease_time = 1, attempts = greatest(attempts, $3) where kind = $1 and ref_id = $2 and lease = 'held' returning id`
    const found = await query(text, [kind, id, attempts])
    if (found.length > 0) await ended(id)
    return found.length > 0
  }
  /** The time of its file runs out, and the sweeper comes by; false where it takes nothing. */
  const sweep = async (id: number) => {
    await query(`update ${table} set expire_time = least(expire_time, 1) where id = $1`, [id])
    const fileOf = async () => (await query<{ file: string }>(`select file from ${table} where id = $1`, [id]))[0]?.file
    const before = await fileOf()
    const database = openDatabase(at().server.databaseUrl, { connections: 1 })
    try {
      await purgePrivateFiles(database, createPrivateFiles(at().dataDir))
    } finally {
      await database.close()
    }
    return (await fileOf()) !== before
  }
  const facts = async (id: number): Promise<Facts> => {
    const [row] = await query<Facts>(
      `select t.status::text as state, to_jsonb(t) - 'ticket' - 'ticket_time' - 'expire_time' - 'update_time' as row,
        (select count(*)::int from job j where j.kind = $2 and j.ref_id = t.id) as jobs from ${table} t where id = $1`,
      [id, kind],
    )
    return { state: 'none', ...row }
  }
  return { query, hold, held, ended, letGo, sweep, facts }
}

/** A page over exports, and a list whose files wait there. */
const exportPages = {
  all: {
    what: 'an export (E3)',
    page: 'dataio/export',
    url: '/admin/dataio.Export',
    list: 'points.Goods',
    table: 'points_goods',
    column: 'id',
  },
  orders: {
    what: 'an export of orders (E3)',
    page: 'shop/order/export',
    url: '/admin/shop.order.Export',
    list: 'shop.order.Order',
    table: 'shop_order',
    column: 'order_no',
  },
} as const

/** E3, on the page of all exports and on that of the orders. */
export const exportMachine = (at: () => JobLab) => exportsOn('all', at)
export const orderExportMachine = (at: () => JobLab) => exportsOn('orders', at)

function exportsOn(name: keyof typeof exportPages, at: () => JobLab): Machine {
  const { what, page, url, list, table, column } = exportPages[name]
  const { query, hold, held, ended, letGo, sweep, facts } = jobs(at, 'export')
  const press = (action: string) => (id: number) => at().owner.post(`${url}/${action}`, { id })
  /** As the dialog of the list does, whatever page shows the export. */
  const dialog = (action: string) => (id: number) => at().owner.post(`/admin/dataio.Export/${action}`, { id })
  const asked = () => ask(at().owner, list, { columns: [column] })
  const waiting = async () => {
    const [row] = await query<{ id: number }>(
      `with next as (select coalesce(max(id), 0) + 1 as id from dataio_export)
        select setval(pg_get_serial_sequence('dataio_export', 'id'), next.id, false)::int as id from next`,
      [],
    )
    await hold(row?.id ?? 0)
    return asked()
  }
  const finished = async () => {
    const id = await asked()
    await reaches(at().owner, id, 2)
    return id
  }
  // While somebody has the table for himself, whoever writes the file of it waits.
  let pool: Pool | undefined
  let locker: PoolClient | undefined
  const running = async () => {
    pool = new Pool({ connectionString: at().server.databaseUrl, max: 1 })
    locker = await pool.connect()
    await locker.query(`begin; lock table ${table} in access exclusive mode`)
    try {
      const id = await asked()
      await reaches(at().owner, id, 1)
      return id
    } catch (error) {
      await unlock() // or nothing else of the file could read the table
      throw error
    }
  }
  const unlock = async () => {
    const [client, own] = [locker, pool]
    locker = pool = undefined
    await client?.query('rollback')
    client?.release()
    await own?.end()
  }
  const written = async (id: number) => {
    if (!locker) return letGo(0)(id)
    await unlock()
    await ended(id)
    return true
  }
  const gone = Object.fromEntries(['0', '1', '3', '4', '5'].map((state) => [state, /no longer exist|not found/]))
  return {
    what,
    page,
    field: 'status',
    strategies: {
      '0': waiting,
      '1': running,
      '2': finished,
      '3': () => going(waiting(), letGo(3)),
      '4': () => going(waiting(), press('cancel')),
      '5': () => going(finished(), sweep),
    },
    steps: [
      { name: 'download', action: 'download', edges: { '2': '2' }, press: press('download') },
      { name: 'cancel', action: 'cancel', edges: { '0': '4', '1': '4' }, press: press('cancel') },
      { name: 'run again', action: 'rerun', edges: { '3': '0', '4': '0', '5': '0' }, press: held(press('rerun')) },
      {
        name: 'delete',
        action: 'delete',
        edges: { '0': 'none', '2': 'none', '3': 'none', '4': 'none', '5': 'none' },
        press: (id) => at().owner.del(`${url}/del`, { ids: [id] }),
      },
      { name: 'stop from the dialog', edges: { '0': '4', '1': '4' }, press: dialog('stop') },
      { name: 'fetch from the dialog', edges: { '2': '2' }, why: gone, press: dialog('fetch') },
      { name: 'the file is written', edges: { '0': '2', '1': '2' }, press: written },
      { name: 'too many nodes gave up', edges: { '0': '3' }, press: letGo(3) },
      { name: 'seven days later', edges: { '2': '5' }, press: sweep },
    ],
    noSteps: [],
    facts,
    leave: async (id) => {
      await dialog('stop')(id)
      await unlock()
    },
  }
}

/** E4. */
export function importMachine(at: () => JobLab): Machine {
  const { held, letGo, sweep, facts } = jobs(at, 'import')
  const url = '/admin/dataio.Import'
  const list = 'shop.delivery.Company'
  let lines = 0
  const good = () => [`状态机 ${++lines}`, `machine_${lines}`]
  const file = (...more: string[][]) => csv(['Name', 'Code'], good(), ...more)
  const press = (action: string) => (id: number) => at().owner.post(`${url}/${action}`, { id })
  const judged = async (onError: 'skip' | 'stop', ...more: string[][]) =>
    (await checked(at().owner, at().server, list, file(...more), { on_error: onError })).id
  const check = held((id) =>
    at().owner.post(`${url}/check`, { id, mapping: ['name', 'code'], mode: 'insert', match: '', on_error: 'skip' }),
  )
  const run = held(press('run'))
  const saved = async (id: number) => {
    await ran(at().owner, id)
  }
  const sent = async () => (await sendFile(at().owner, at().server, list, file())).data.id
  /** After the check somebody else takes the name of its second line. */
  const taken = async (onError: 'skip' | 'stop') => {
    const line = good()
    const id = await judged(onError, line)
    const [name, code] = line
    done(await at().owner.post(`/admin/${list}/add`, { name, code, status: 1 }))
    return id
  }
  const faulty = ['', 'x']
  const states = ['0', '1', '2', '2 faulty', '3', '3 faulty', '3 whole', '4', '5', '6', '7']
  const except = (some: readonly string[], why: RegExp) =>
    Object.fromEntries(states.filter((state) => !some.includes(state)).map((state) => [state, why]))
  const to = (state: string, ...from: string[]) => Object.fromEntries(from.map((each) => [each, state]))
  return {
    what: 'an import (E4)',
    page: 'dataio/import',
    field: 'status',
    strategies: {
      '0': sent,
      '1': () => going(sent(), check),
      '2': () => judged('skip'),
      '2 faulty': () => judged('stop', faulty),
      '3': () => going(judged('skip'), run),
      '3 faulty': () => going(taken('skip'), run),
      '3 whole': () => going(taken('stop'), run),
      '4': () => going(judged('skip'), saved),
      '5': () => going(taken('skip'), saved),
      '6': () => going(taken('stop'), saved),
      '7': () => going(sent(), press('cancel')),
    },
    steps: [
      { name: 'check', edges: to('1', '0', '2', '2 faulty'), press: check },
      { name: 'run', action: 'run', edges: to('3', '2'), why: { '2 faulty': /Rows with errors/ }, press: run },
      {
        name: 'the faulty lines',
        action: 'report',
        edges: { '2 faulty': '2', '5': '5' },
        why: except([], /Only possible when/),
        press: press('report'),
      },
      { name: 'the faulty lines once more', action: 'retry', edges: { '5': '5' }, press: held(press('retry')) },
      {
        name: 'cancel',
        action: 'cancel',
        edges: to('7', '0', '1', '2', '2 faulty', '3', '3 faulty', '3 whole'),
        press: press('cancel'),
      },
      {
        name: 'delete',
        action: 'delete',
        edges: to('none', '0', '2', '2 faulty', '4', '5', '6', '7'),
        press: (id) => at().owner.del(`${url}/del`, { ids: [id] }),
      },
      { name: 'run from the dialog', edges: to('3', '2'), why: { '2 faulty': /Rows with errors/ }, press: held(press('start')) },
      {
        name: 'stop from the dialog',
        edges: to('7', '0', '1', '2', '2 faulty', '3', '3 faulty', '3 whole'),
        press: press('stop'),
      },
      { name: 'the lines are judged, or saved', edges: { '1': '2', '3': '4', '3 faulty': '5', '3 whole': '6' }, press: letGo(0) },
      { name: 'too many nodes gave up', edges: to('6', '1', '3', '3 faulty', '3 whole'), press: letGo(3) },
      {
        name: 'thirty days later',
        edges: { ...to('7', '0', '2', '2 faulty', '7'), '4': '4', '5': '5', '6': '6' },
        press: sweep,
      },
    ],
    noSteps: ['import', 'check'],
    facts,
    leave: press('stop'),
  }
}
