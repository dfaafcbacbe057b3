import type { Client as Database } from 'pg'
import { type Client, makeClient } from '../harness/client.ts'

/** A write that the driver asked for; `confirmed` once the server has said that it is done. */
export type Written = { kind: 'class' | 'delivery' | 'receipt'; key: string; confirmed: boolean }

export type Driver = {
  /** Every write that was asked for, in the order of asking. */
  written: Written[]
  /** Waits until this many more writes are confirmed. Throws when that does not happen in time. */
  confirmed(more: number): Promise<void>
  /** Takes no new writes and waits for the answers to the last ones. */
  stop(): Promise<void>
}

/** What a delivery needs besides the order. */
export type Parcel = { address_id: number; company_id: number }

const writers = 6

/**
 * Writes as fast as the server takes it, over several connections: it adds goods classes (one row), and ships and receives orders (an
 * order, its lines, a parcel, its timeline). A call that fails or gets no answer is not repeated: whether it was done is unknown.
 */
export function startDriver(url: string, token: string, orders: number[], parcel: Parcel, round: string): Driver {
  const client = makeClient(url, { token })
  const written: Written[] = []
  let running = true
  let count = 0

  const once = async (kind: Written['kind'], key: string, call: (client: Client) => Promise<{ body: { code: number } }>) => {
    const write: Written = { kind, key, confirmed: false }
    written.push(write)
    try {
      write.confirmed = (await call(client)).body.code === 1
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20)) // the server is gone or going
    }
    return write.confirmed
  }

  const work = async () => {
    while (running) {
      const name = `${round}-${++count}`
      await once('class', name, (each) => each.post('/admin/shop.goods.classify/add', { name, pid: 0 }))
      const id = running ? orders.shift() : undefined
      if (id === undefined) continue
      const values = { ...parcel, id, mode: 'all', tracking_no: trackingNo(id), notify_user: 0 }
      if (await once('delivery', String(id), (each) => each.post('/admin/shop.order.order/delivery', values))) {
        await once('receipt', String(id), (each) => each.post('/admin/shop.order.order/receive', { id }))
      }
    }
  }
  const working = Array.from({ length: writers }, work)
  const confirmedSoFar = () => written.filter((each) => each.confirmed).length

  return {
    written,
    async confirmed(more) {
      const wanted = confirmedSoFar() + more
      for (let tries = 0; confirmedSoFar() < wanted; tries += 1) {
        if (tries > 2000) throw new Error(`the server confirms no more writes: ${confirmedSoFar()} of ${wanted}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async stop() {
      running = false
      await Promise.all(working)
    },
  }
}

const trackingNo = (orderId: number) => `KT${String(orderId).padStart(10, '0')}`

/** What does not fit together after a kill, in words; an empty list is what we want. */
export async function faults(database: Database, written: Written[]): Promise<string[]> {
  const keys = (kind: Written['kind']) => written.filter((each) => each.kind === kind)
  const classes = await counts(database, 'SELECT name AS key, count(*)::int AS n FROM shop_goods_classify GROUP BY name')
  const found = keys('class').flatMap(({ key, confirmed }) => {
    const n = classes.get(key) ?? 0
    if (n > 1) return [`class ${key} was added ${n} times`]
    return confirmed && n === 0 ? [`class ${key} was confirmed and is lost`] : []
  })
  const { rows } = await database.query<OrderState>(orderStates, [keys('delivery').map(({ key }) => Number(key))])
  const states = new Map(rows.map((row) => [String(row.id), row]))
  for (const { key, confirmed } of keys('delivery')) {
    const state = states.get(key)
    if (!state) found.push(`order ${key} is lost`)
    else if (confirmed && state.status < 3) found.push(`delivery of order ${key} was confirmed and is lost`)
    else found.push(...halfDone(key, state))
  }
  const receipts = keys('receipt').filter(({ key, confirmed }) => confirmed && (states.get(key)?.status ?? 0) < 4)
  return [...found, ...receipts.map(({ key }) => `receipt of order ${key} was confirmed and is lost`)]
}

type OrderState = {
  id: number
  status: number
  ship_status: number
  open: number
  parcels: number
  deliveries: number
  receipts: number
}

const orderStates = `
  SELECT o.id, o.status, o.ship_status,
    (SELECT sum(l.quantity - l.shipped - l.refunded_quantity)::int FROM shop_order_goods l WHERE l.order_id = o.id) AS open,
    (SELECT count(*)::int FROM shop_order_delivery d WHERE d.order_id = o.id AND d.tracking_no = 'KT' || lpad(o.id::text, 10, '0')) AS parcels,
    (SELECT count(*)::int FROM shop_order_log g WHERE g.order_id = o.id AND g.action = 'deliver') AS deliveries,
    (SELECT count(*)::int FROM shop_order_log g WHERE g.order_id = o.id AND g.action = 'receive') AS receipts
  FROM shop_order o WHERE o.id = ANY($1)`

/** An action is done as a whole or not at all: the order's state, its lines, its parcel and its timeline tell the same. */
function halfDone(key: string, state: OrderState): string[] {
  const shipped = state.status >= 3 ? 1 : 0
  const received = state.status >= 4 ? 1 : 0
  const whole =
    state.parcels === shipped &&
    state.deliveries === shipped &&
    state.receipts === received &&
    (state.ship_status === 2) === (shipped === 1) &&
    state.open <= 0 === (shipped === 1)
  return whole ? [] : [`order ${key} is half-done: ${JSON.stringify(state)}`]
}

async function counts(database: Database, sql: string): Promise<Map<string, number>> {
  const { rows } = await database.query<{ key: string; n: number }>(sql)
  return new Map(rows.map((row) => [row.key, row.n]))
}
