import { expect } from 'vitest'
import { sendJob, sendSome } from '../../server/coupon/send.ts'
import { inTransaction } from '../helpers/helpers.ts'
import { done, type Facts, going, type Machine, type MachineLab, rowFor } from './machineRun.ts'

const couponUrl = '/admin/shop.coupon.Coupon'
const sendUrl = '/admin/shop.coupon.Send'
const coupon = {
  title: '状态机',
  type: '3',
  threshold: '0.00',
  amount: '3.00',
  scope: 'all',
  total: 1_000_000,
  per_limit: 5,
  valid_type: '2',
  valid_days: 7,
  code_mode: 'none',
  status: 1,
}

const madeBy = async ({ owner }: MachineLab, more: object = {}) =>
  done(await owner.post<{ id: number }>(`${couponUrl}/add`, { ...coupon, ...more })).id

/** E5, codes: each is of a coupon of its own. */
export function codeMachine(at: () => MachineLab): Machine {
  const codeOf = (id: number) =>
    rowFor<{ code: string; coupon_id: number }>(at().server, 'select code, coupon_id from shop_coupon_code where id = $1', id)
  const unused = async () => {
    const couponId = await madeBy(at(), { code_mode: 'code' })
    done(await at().owner.post(`${couponUrl}/codes`, { id: couponId, prefix: 'SM', quantity: 1 }))
    return (await rowFor<{ id: number }>(at().server, 'select id from shop_coupon_code where coupon_id = $1', couponId)).id
  }
  const exchange = async (id: number) => at().member.post('/api/shop.Coupon/exchange', { code: (await codeOf(id)).code })
  const disable = (id: number) => at().owner.post('/admin/shop.coupon.Code/disable', { id })
  const disableAll = async (id: number) => {
    const { coupon_id } = await codeOf(id)
    const told = await at().owner.post<{ disabled: number }>(`${couponUrl}/disableCodes`, { id: coupon_id })
    return done(told).disabled > 0
  }
  return {
    what: 'a coupon code (E5)',
    page: 'shop/coupon/code',
    field: 'status',
    strategies: { '1': unused, '2': () => going(unused(), exchange), '3': () => going(unused(), disable) },
    steps: [
      { name: 'exchange', edges: { '1': '2' }, why: { '2': /already been redeemed/, '3': /not valid/ }, press: exchange },
      { name: 'disable', action: 'disable', edges: { '1': '3' }, press: disable },
      { name: 'disable all of the coupon', edges: { '1': '3' }, press: disableAll },
    ],
    noSteps: [],
    facts: (id) =>
      rowFor<Facts>(
        at().server,
        `select t.status::text as state, to_jsonb(t) as row, (select jsonb_build_array(c.received, c.remaining) from shop_coupon c where c.id = t.coupon_id) as left,
          (select count(*)::int from shop_coupon_receive r where r.coupon_id = t.coupon_id) as receipts from shop_coupon_code t where id = $1`,
        id,
      ),
  }
}

/** E5, sends that a job does. */
export function sendMachine(at: () => MachineLab): Machine {
  const query = <T extends object>(text: string, values: unknown[]) => at().server.query<T>(text, values)
  const statusOf = async (id: number) =>
    (await query<{ status: number }>('select status from shop_coupon_send where id = $1', [id]))[0]?.status
  /** The job is held by a node that is not heard of, so that the send stays as it is. */
  const hold = (id: number) =>
    query(
      `insert into job (kind, ref_id, lease, lease_time, attempts, create_time, update_time) values ($1, $2, 'held', 99999999999, 1, 0, 0)
        on conflict do nothing`,
      [sendJob, id],
    )
  let couponId = 0
  const asked = async (body: object) => {
    couponId ||= await madeBy(at())
    return done(await at().owner.post<{ id: number }>(`${couponUrl}/send`, { id: couponId, ...body })).id
  }
  const waiting = async () => {
    const [next] = await query<{ id: number }>(
      `with next as (select coalesce(max(id), 0) + 1 as id from shop_coupon_send)
        select setval(pg_get_serial_sequence('shop_coupon_send', 'id'), next.id, false)::int as id from next`,
      [],
    )
    await hold(next?.id ?? 0)
    return asked({ target: 'all', quantity: 5 })
  }
  /** Whoever has the job sends the next batch; false where nothing is left to send. */
  const batch = (id: number) =>
    inTransaction(at().server, async (trx) => {
      const env = { now: at().now, actor: { type: 'admin' as const, id: 1, name: 'Owner' } }
      return (await sendSome(trx, id, env)) !== undefined
    })
  /** Another node takes the job, after so many tries; false where none was held. */
  const letGo = (attempts: number) => async (id: number) => {
    const text = `update job set lease_time = 1, attempts = greatest(attempts, $3) where kind = $1 and ref_id = $2 and lease = 'held' returning id`
    if ((await query(text, [sendJob, id, attempts])).length === 0) return false
    await expect.poll(() => statusOf(id), { interval: 20 }).not.toSatisfy((status: number) => status < 2)
    return true
  }
  const cancel = (id: number) => at().owner.post(`${sendUrl}/cancel`, { id })
  /** Goes on, with the job held; where nothing came of it, nothing is left. */
  const resume = async (id: number) => {
    const [had] = await query('select 1 as one from job where kind = $1 and ref_id = $2', [sendJob, id])
    await hold(id)
    const answer = await at().owner.post(`${sendUrl}/resume`, { id })
    if (answer.body.code !== 1 && !had) await query('delete from job where kind = $1 and ref_id = $2', [sendJob, id])
    return answer
  }
  return {
    what: 'a send of coupons (E5)',
    page: 'shop/coupon/send',
    field: 'status',
    strategies: {
      '0': waiting,
      '1': () => going(waiting(), batch),
      '2': () => asked({ target: 'users', user_ids: [at().memberId], quantity: 1 }),
      '3': () => going(waiting(), letGo(3)),
      '4': () => going(waiting(), cancel),
    },
    steps: [
      { name: 'cancel', action: 'cancel', edges: { '0': '4', '1': '4' }, press: cancel },
      { name: 'go on', action: 'resume', edges: { '3': '0', '4': '0' }, press: resume },
      { name: 'a batch is sent', edges: { '0': '1', '1': '1' }, press: batch },
      { name: 'all is sent', edges: { '0': '2', '1': '2' }, press: letGo(0) },
      { name: 'too many nodes gave up', edges: { '0': '3', '1': '3' }, press: letGo(3) },
    ],
    noSteps: [],
    facts: (id) =>
      rowFor<Facts>(
        at().server,
        `select t.status::text as state, to_jsonb(t) as row, (select count(*)::int from shop_coupon_receive r where r.coupon_id = t.coupon_id) as receipts,
          (select count(*)::int from job j where j.kind = '${sendJob}' and j.ref_id = t.id) as jobs from shop_coupon_send t where id = $1`,
        id,
      ),
    leave: cancel,
  }
}
