import { postScore } from '../../../../server/modules/user/ledger.ts'
import { callBack, type TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { settlePayout } from '../../server/money/payout.ts'
import { inTransaction } from '../helpers/helpers.ts'
import { clock, done, type Facts, going, logSql, type Machine, type MachineLab, rowFor } from './machineRun.ts'

const rechargeUrl = '/admin/shop.recharge.Order'
const plan = {
  title: '状态机方案',
  amount: '100.00',
  gift_money: '10.00',
  gift_score: 50,
  gift_coupon_ids: [1],
  level_ids: [],
  per_limit: 0,
  new_only: 0,
  label: '',
  color: '#30a46c',
  start_time: null,
  end_time: null,
  status: 1,
}
let trades = 0
const tradeNo = () => `对公${Date.now()}${trades++}`

/** Money and points of the member, whatever a step of this chapter may move. */
const purse = `(select jsonb_build_array(u.money, u.score) from "user" u where u.id = t.user_id) as purse`

/** E6. */
export function rechargeMachine(at: () => MachineLab & { sandbox: TestSandbox }): Machine {
  const admin = (action: string, id: number, body: object = {}) => at().owner.post(`${rechargeUrl}/${action}`, { id, ...body })
  const orderNo = async (id: number) =>
    (await rowFor<{ no: string }>(at().server, 'select order_no as no from shop_recharge_order where id = $1', id)).no
  const member = async (action: string, id: number, body: object = {}) =>
    at().member.post<{ id: number; pay_url: string }>(`/api/shop.Recharge/${action}`, { order_no: await orderNo(id), ...body })
  let planId = 0
  const cashiers = new Map<number, string>()
  /** To pay, with a payment begun: so that the provider can tell of it whatever comes between. */
  const toPay = async () => {
    planId ||= done(await at().owner.post<{ id: number }>('/admin/shop.recharge.Plan/add', plan)).id
    const { id } = done(await at().member.post<{ id: number }>('/api/shop.Recharge/create', { plan_id: planId }))
    cashiers.set(id, done(await member('pay', id, { type: 'wechat' })).pay_url)
    return id
  }
  /** The member pays what was begun, and the provider tells of it; did anything come of that? */
  const told = async (id: number) => {
    const { server, sandbox } = at()
    const counted = () =>
      rowFor<{ n: number }>(server, 'select count(*)::int as n from shop_recharge_log where order_id = $1', id)
    const before = await counted()
    const { pay_no: number } = await rowFor<{ pay_no: string }>(
      server,
      'select pay_no from shop_payment where recharge_id = $1',
      id,
    )
    await sandbox.pay(cashiers.get(id) ?? '')
    const paid = sandbox.ledger.payments.get(number)
    const content = {
      event: 'payment',
      number,
      channel: 'wechat',
      trade_no: paid?.tradeNo,
      amount: paid?.amount,
      state: 'done',
      error: '',
    }
    const answer = await callBack(server, sandbox, content)
    if (answer.status !== 200) throw new Error(answer.text)
    return (await counted()).n > before.n
  }
  const failed = async (id: number) => {
    const backNo = `R${await orderNo(id)}`
    await inTransaction(at().server, (trx) =>
      settlePayout(trx, { backNo, error: '账户异常' }, { now: at().now, actor: { type: 'system' } }),
    )
  }
  const confirm = (id: number) => admin('pay', id, { trade_no: tradeNo(), remark: '' })
  const refund = (id: number) => admin('refund', id, { amount: '60.00', reason: '退款' })
  const all = { '1': '1', '2': '2', '2 told': '2', '3': '3', '4': '4', '4 failed': '4' }
  return {
    what: 'a recharge order (E6)',
    page: 'shop/recharge/order',
    field: 'status',
    strategies: {
      '1': toPay,
      '2': () => going(toPay(), confirm),
      '2 told': () => going(toPay(), told),
      '3': () => going(toPay(), (id) => member('cancel', id)),
      '4': () => going(toPay(), confirm, refund),
      '4 failed': () => going(toPay(), told, refund, failed),
    },
    steps: [
      { name: 'confirm payment', action: 'pay', edges: { '1': '2' }, press: confirm },
      { name: 'cancel', action: 'cancel', edges: { '1': '3' }, press: (id) => admin('cancel', id) },
      { name: 'refund', action: 'refund', edges: { '2': '4', '2 told': '4' }, press: refund },
      {
        name: 'try the money again',
        action: 'retry',
        edges: { '4 failed': '4' },
        why: Object.fromEntries(Object.keys(all).map((state) => [state, /Only possible when/])),
        press: (id) => admin('retry', id),
      },
      {
        name: 'remark',
        action: 'remark',
        edges: all,
        rows: 0,
        press: (id) => admin('remark', id, { remark: `备注 ${trades++}` }),
      },
      { name: 'begin a payment', edges: { '1': '1' }, rows: 0, press: (id) => member('pay', id, { type: 'alipay' }) },
      { name: 'cancel one’s own', edges: { '1': '3' }, press: (id) => member('cancel', id) },
      { name: 'time-out', edges: { '1': '3' }, press: clock(at, 'recharge', 31 * 60) },
      // A second payment of what is paid goes straight back.
      { name: 'the provider tells', edges: { '1': '2', '2': '2', '3': '2', '4': '4' }, press: told },
    ],
    noSteps: [],
    facts: (id) =>
      rowFor<Facts>(
        at().server,
        `select t.status::text as state, to_jsonb(t) as row, ${purse}, ${logSql('shop_recharge_log', 'order_id')},
          (select jsonb_agg(p.status order by p.id) from shop_payment p where p.recharge_id = t.id) as payments,
          (select jsonb_agg(b.status order by b.id) from shop_money_back b where b.recharge_id = t.id) as backs,
          (select jsonb_build_array(p.sold, p.income) from shop_recharge_plan p where p.id = t.plan_id) as plan,
          (select count(*)::int from shop_coupon_receive r where r.user_id = t.user_id) as receipts
        from shop_recharge_order t where id = $1`,
        id,
      ),
    leave: (id) => member('cancel', id),
  }
}

const pointsUrl = '/admin/points.Order'
const receiver = {
  receiver_name: '王芳',
  receiver_mobile: '13800131000',
  receiver_city: [110000, 110100, 110105],
  receiver_address: '建国路1号',
}

/** E8, points orders. */
export function pointsMachine(at: () => MachineLab): Machine {
  const admin = (action: string, id: number, body: object = {}) => at().owner.post(`${pointsUrl}/${action}`, { id, ...body })
  const parcel = { company_id: 1, tracking_no: 'SF000000000009' }
  const goods = new Map<string, number>()
  const offered = async (type: 'goods' | 'money') => {
    const made = goods.get(type)
    if (made) return made
    const { server, owner, memberId: userId, now } = at()
    const gift = { userId, score: 5000, source: 'manual' as const, refNo: null, memo: '' }
    await inTransaction(server, (trx) => postScore(trx, gift, { now, actor: { type: 'system' } }))
    const body = {
      title: `状态机 ${type}`,
      type,
      image: '/demo/goods-01.svg',
      score: 10,
      money: '1.00',
      stock: 100,
      per_limit: 0,
      status: 1,
    }
    const { id } = done(
      await owner.post<{ id: number }>('/admin/points.Goods/add', {
        ...body,
        ...(type === 'money' ? { money_value: '5.00' } : {}),
      }),
    )
    goods.set(type, id)
    return id
  }
  const exchanged = async (type: 'goods' | 'money' = 'goods') =>
    done(
      await at().member.post<{ id: number }>('/api/points.Order/create', {
        goods_id: await offered(type),
        quantity: 2,
        ...receiver,
      }),
    ).id
  const deliver = (id: number) => admin('delivery', id, parcel)
  const cancel = (id: number) => admin('cancel', id, { reason: '缺货' })
  const receive = (id: number) => at().member.post('/api/points.Order/receive', { id })
  return {
    what: 'a points order (E8)',
    page: 'points/order',
    field: 'status',
    strategies: {
      '1': () => exchanged(),
      '2': () => going(exchanged(), deliver),
      '3': () => going(exchanged(), deliver, receive),
      '3 at once': () => exchanged('money'),
      '4': () => going(exchanged(), cancel),
    },
    steps: [
      { name: 'deliver', action: 'deliver', edges: { '1': '2' }, press: deliver },
      {
        name: 'deliver with others',
        action: 'deliverEach',
        edges: { '1': '2' },
        press: (id) =>
          at().owner.post(`${pointsUrl}/deliveries`, {
            ids: [id],
            company_id: 1,
            orders: [{ id, tracking_no: 'SF000000000008' }],
          }),
      },
      { name: 'receive for the member', action: 'receive', edges: { '2': '3' }, press: (id) => admin('receive', id) },
      { name: 'cancel', action: 'cancel', edges: { '1': '4' }, press: cancel },
      {
        name: 'remark',
        action: 'remark',
        edges: { '1': '1', '2': '2', '3': '3', '3 at once': '3', '4': '4' },
        press: (id) => admin('remark', id, { remark: '易碎' }),
      },
      { name: 'receive', edges: { '2': '3' }, press: receive },
      { name: 'time-out', edges: { '2': '3' }, press: clock(at, 'points', 10 * 86_400 + 60) },
    ],
    noSteps: [],
    facts: (id) =>
      rowFor<Facts>(
        at().server,
        `select t.status::text as state, to_jsonb(t) as row, ${purse}, ${logSql('points_order_log', 'order_id')},
          (select jsonb_build_array(g.stock, g.sales) from points_goods g where g.id = t.goods_id) as goods
        from points_order t where id = $1`,
        id,
      ),
  }
}
