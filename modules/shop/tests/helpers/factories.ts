import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { type Asked, done } from './helpers.ts'

const day = 86_400
const couponUrl = '/admin/shop.coupon.Coupon'

/** Where an order goes, as members post it. */
export const receiver = { name: '王芳', mobile: '13800131000', city: [110000, 110100, 110105], address: '建国路1号' }

/** A coupon that everybody may collect, as the form posts it. */
export const couponForm = {
  title: '立减 3 元',
  type: '3',
  threshold: '0.00',
  amount: '3.00',
  scope: 'all',
  total: 10,
  per_limit: 1,
  valid_type: '2',
  valid_days: 7,
  new_only: 0,
  stack_level: 1,
  stack_score: 1,
  code_mode: 'none',
  return_on_refund: 1,
  status: 1,
}

/** Makes a coupon; gives its key. */
export const makeCoupon = async (owner: Client, more: object = {}): Promise<number> =>
  done(await owner.post<{ id: number }>(`${couponUrl}/add`, { ...couponForm, ...more })).id

/** Puts a coupon where members collect it; gives the key of the offer. */
export async function offerCoupon(owner: Client, couponId: number, more: object = {}): Promise<number> {
  const now = Math.floor(Date.now() / 1000)
  const offer = {
    coupon_id: couponId,
    position: ['center'],
    label: '',
    audience: 'all',
    start_time: now - day,
    end_time: now + day,
    daily_quota: 0,
    status: 1,
    ...more,
  }
  return done(await owner.post<{ id: number }>('/admin/shop.coupon.Center/add', offer)).id
}

/** How often each member has got a coupon: how many members, the fewest and the most, and what the coupon has counted. */
export const spreadOf = async ({ query }: Asked, coupon: number) =>
  (
    await query(
      `select count(*)::int as members, min(n)::int as least, max(n)::int as most, (select received from shop_coupon where id = $1) as received
        from (select user_id, count(*) as n from shop_coupon_receive where coupon_id = $1 group by user_id) r`,
      [coupon],
    )
  )[0]

/** A plan of recharging, as the form posts it. */
export const planForm = {
  title: '测试方案',
  amount: '100.00',
  gift_money: '10.00',
  gift_score: 50,
  gift_coupon_ids: [],
  level_ids: [],
  per_limit: 0,
  new_only: 0,
  label: '新',
  color: '#30a46c',
  start_time: null,
  end_time: null,
  status: 1,
}

/** Makes a plan of recharging; gives its key. */
export const makePlan = async (owner: Client, more: object = {}): Promise<number> =>
  done(await owner.post<{ id: number }>('/admin/shop.recharge.Plan/add', { ...planForm, ...more })).id

/** Goods of the points mall, as the form posts them. */
export const mallForm = {
  title: 'Mug',
  type: 'goods',
  image: '/demo/goods-01.svg',
  score: 50,
  stock: 10,
  per_limit: 0,
  status: 1,
}

/** Offers goods for points; gives their key. */
export const offerForPoints = async (owner: Client, more: object = {}): Promise<number> =>
  done(await owner.post<{ id: number }>('/admin/points.Goods/add', { ...mallForm, ...more })).id

const mallReceiver = {
  receiver_name: receiver.name,
  receiver_mobile: receiver.mobile,
  receiver_city: receiver.city,
  receiver_address: receiver.address,
}

/** A member exchanges points for goods. */
export const exchange = (
  client: Client,
  goods: number,
  more: object = {},
): Promise<Answer<{ id: number; orderNo: string; status: number }>> =>
  client.post('/api/points.Order/create', { goods_id: goods, ...mallReceiver, ...more })
