import type { Client } from '../../../../tests/harness/client.ts'
import { notify } from '../../server/notices/notify.ts'
import { inTransaction } from '../helpers/helpers.ts'
import { clock, done, type Facts, going, type Machine, type MachineLab, rowFor } from './machineRun.ts'

const url = '/admin/shop.goods.Goods'
const sku = {
  values: [],
  image: '',
  price: '9.90',
  origin_price: '',
  cost_price: '5.00',
  weight: '0.500',
  volume: '0.0010',
  sku_code: '',
}
const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }
const units = 5

/** E8, goods on sale, off sale and sold out; in the recycle bin. Their state has no log of its own. */
export function goodsMachine(at: () => MachineLab): Machine {
  let made = 0
  const post = (action: string, body: object) => at().owner.post<{ id: number }>(`${url}/${action}`, body)
  const press = (action: string) => (id: number) => post(action, { id })
  const added = async (status: 0 | 1, stock: number, more: object = {}) => {
    const body = {
      name: `状态机商品 ${++made}`,
      classify_ids: [1],
      images: ['/demo/goods-01.svg'],
      template_id: 2,
      spec_type: 'single',
      spec: { attributes: [], skus: [{ ...sku, stock, low_stock: null, status: 1 }] },
      content: '<p>商品详情</p>',
      status: String(status),
    }
    return done(await post('add', { ...body, ...more })).id
  }
  const hour = () => Math.floor(Date.now() / 1000) + 3600
  const skuOf = (id: number) =>
    rowFor<{ id: number; stock: number }>(
      at().server,
      'select id, stock from shop_goods_sku where goods_id = $1 and delete_time is null',
      id,
    )
  const stock = (delta: (stock: number) => number) => async (id: number) => {
    const { id: skuId, stock: has } = await skuOf(id)
    return post('stock', { id, skus: [{ id: skuId, delta: delta(has) }], memo: '盘点' })
  }
  /** A member buys all that there are. */
  const buy = async (id: number) => {
    const lines = [{ sku_id: (await skuOf(id)).id, quantity: units }]
    return at().member.post<{ id: number }>('/api/shop.Order/create', { lines, receiver })
  }
  /** The member cancels the order of them, if there is one that is open. */
  const giveBack = async (id: number) => {
    const [open] = await at().server.query<{ id: number }>(
      `select o.id from shop_order o join shop_order_goods l on l.order_id = o.id where l.goods_id = $1 and o.status = 1`,
      [id],
    )
    return open ? at().member.post('/api/shop.Order/cancel', { id: open.id }) : false
  }
  const remove = (id: number) => at().owner.del(`${url}/del`, { ids: [id] })
  const everywhere = (states: readonly string[], to: (state: string) => string) =>
    Object.fromEntries(states.map((state) => [state, to(state)]))
  const refusedIn = (states: readonly string[], why: RegExp) => Object.fromEntries(states.map((state) => [state, why]))
  const off = ['0', '0 empty', '0 to come', '0 empty to come']
  const on = ['1', '1 to go', '2', '2 sold']
  const less = /unlisted|sold out|enough|left/i
  return {
    what: 'goods (E8)',
    page: 'shop/goods/goods',
    field: 'status',
    strategies: {
      '0': () => added(0, units),
      '0 empty': () => added(0, 0),
      '0 to come': () => added(0, units, { on_sale_time: hour() }),
      '0 empty to come': () => added(0, 0, { on_sale_time: hour() }),
      '1': () => added(1, units),
      '1 to go': () => added(1, units, { off_sale_time: hour() }),
      '2': () => added(1, 0),
      '2 sold': () => going(added(1, units), buy),
      gone: () => going(added(1, units), remove),
      'gone sold': () => going(added(1, units), buy, remove),
    },
    steps: [
      {
        name: 'put on sale',
        action: 'onSale',
        edges: everywhere(off, (state) => (state.includes('empty') ? '2' : '1')),
        press: press('onSale'),
      },
      { name: 'take off sale', action: 'offSale', edges: everywhere(on, () => '0'), press: press('offSale') },
      {
        name: 'choose "on sale" in the form',
        action: 'edit',
        edges: everywhere([...off, ...on], (state) => (/empty|2/.test(state) ? '2' : '1')),
        press: (id) => post('edit', { id, status: '1' }),
      },
      {
        name: 'choose "off sale" in the form',
        action: 'edit',
        edges: everywhere([...off, ...on], () => '0'),
        press: (id) => post('edit', { id, status: '0' }),
      },
      {
        name: 'fill up',
        action: 'stock',
        edges: everywhere([...off, ...on], (state) => (on.includes(state) ? '1' : '0')),
        press: stock(() => units),
      },
      {
        name: 'take all out',
        action: 'stock',
        edges: { '0': '0', '0 to come': '0', '1': '2', '1 to go': '2' },
        why: refusedIn(['0 empty', '0 empty to come', '2', '2 sold'], /[Oo]nly 0/),
        press: stock((has) => -has || -1),
      },
      {
        name: 'buy the last',
        edges: { '1': '2', '1 to go': '2' },
        why: refusedIn([...off, '2', '2 sold'], less),
        press: buy,
      },
      { name: 'cancel the order of them', edges: { '2 sold': '1', 'gone sold': 'gone' }, press: giveBack },
      {
        name: 'the moment to go on or off sale',
        edges: { '0 to come': '1', '0 empty to come': '2', '1 to go': '0' },
        press: clock(at, 'sale', 7200),
      },
      { name: 'delete', action: 'delete', edges: everywhere([...off, ...on], () => 'gone'), press: remove },
      {
        name: 'restore',
        action: 'restore',
        edges: { gone: '1', 'gone sold': '2' },
        why: refusedIn([...off, ...on], /\S/),
        press: press('restore'),
      },
      {
        name: 'destroy',
        action: 'destroy',
        edges: { gone: 'none' },
        why: { ...refusedIn([...off, ...on], /\S/), 'gone sold': /order/i },
        press: (id) => at().owner.del(`${url}/destroy`, { ids: [id] }),
      },
    ],
    noSteps: ['price', 'preview', 'setClasses', 'setTemplate', 'setTags', 'newPrices', 'reprice'],
    facts: async (id) => {
      const [row] = await at().server.query<Facts>(
        `select case when t.delete_time is null then t.status::text else 'gone' end as state, to_jsonb(t) as row,
          (select jsonb_agg(to_jsonb(s) order by s.id) from shop_goods_sku s where s.goods_id = t.id) as skus,
          (select count(*)::int from shop_goods_stock_log l join shop_goods_sku s on s.id = l.sku_id where s.goods_id = t.id) as moves
        from shop_goods t where id = $1`,
        [id],
      )
      return { state: 'none', ...row }
    },
    leave: giveBack,
  }
}

/** A message in the inbox of each of its recipients: read or not by each of them alone (E8). */
export function noticeMachine(at: () => MachineLab & { other: Client }): Machine {
  const listUrl = '/admin/shop.notify.Notify'
  let told = 0
  const arrived = async () => {
    const key = `machine ${++told}`
    await inTransaction(at().server, (trx) =>
      notify(trx, { type: 'low_stock', data: { name: key, stock: 1 }, key }, { now: at().now, actor: { type: 'system' } }),
    )
    return (
      await rowFor<{ id: number }>(
        at().server,
        `select n.id from shop_notify n join admin a on a.id = n.admin_id where a.username = 'admin' and n.object_key = $1`,
        `low_stock ${key}`,
      )
    ).id
  }
  const press =
    (action: string, who = at().owner) =>
    (id: number) =>
      who.post(`${listUrl}/${action}`, { id })
  const remove = (id: number) => at().owner.del(`${listUrl}/del`, { ids: [id] })
  const notTheirs = { '0': /\S/, '1': /\S/ }
  return {
    what: 'a message (E8)',
    page: 'shop/notify/notify',
    field: 'status',
    strategies: { '0': arrived, '1': () => going(arrived(), (id) => press('markRead')(id)) },
    steps: [
      { name: 'read', action: 'read', edges: { '0': '1' }, press: (id) => press('markRead')(id) },
      { name: 'go', action: 'go', edges: { '0': '1', '1': '1' }, press: (id) => press('go')(id) },
      { name: 'delete', action: 'delete', edges: { '0': 'none', '1': 'none' }, press: remove },
      { name: 'read what is another’s', edges: {}, why: notTheirs, press: (id) => press('markRead', at().other)(id) },
      {
        name: 'delete what is another’s',
        edges: {},
        why: notTheirs,
        press: (id) => at().other.del(`${listUrl}/del`, { ids: [id] }),
      },
    ],
    noSteps: ['readAll'],
    facts: async (id) => {
      const [row] = await at().server.query<Facts>(
        'select t.status::text as state, to_jsonb(t) as row from shop_notify t where id = $1',
        [id],
      )
      // What the others have of it stays as it was.
      const others = await at().server.query(
        `select o.id, o.status from shop_notify o where o.object_key = $1 and o.id <> $2 order by o.id`,
        [`low_stock machine ${told}`, id],
      )
      return { state: 'none', ...row, others }
    },
  }
}
