import { day } from '../clock.ts'

interface DemoPointsGoods {
  title: string
  type: 'goods' | 'coupon' | 'money'
  score: number
  /** Fen besides the points. */
  money?: number
  market?: number
  /** Key of the coupon, fen of the balance. */
  gives?: number
  perLimit?: number
  levels?: number[]
  soldOut?: true
  /** Days from the demo's own time at which it is offered. */
  starts?: number
  ends?: number
}

/** The goods of the points mall, in the order of their keys. */
export const pointsGoods: readonly DemoPointsGoods[] = [
  { title: '帆布购物袋', type: 'goods', score: 80, market: 1990 },
  { title: '便携雨伞', type: 'goods', score: 150, market: 3990 },
  { title: '保温杯 500 ml', type: 'goods', score: 300, market: 5900 },
  { title: '桌面台历', type: 'goods', score: 60, market: 1580 },
  { title: '运动毛巾', type: 'goods', score: 120, market: 2490 },
  { title: '蓝牙音箱', type: 'goods', score: 1200, money: 990, market: 12_900, perLimit: 1 },
  { title: '手冲咖啡礼盒', type: 'goods', score: 500, market: 8800 },
  { title: '精装笔记本', type: 'goods', score: 90, market: 1900, soldOut: true },
  { title: '旅行收纳套装', type: 'goods', score: 260, market: 4900, perLimit: 2 },
  { title: '周年纪念盲盒', type: 'goods', score: 400, market: 6900, soldOut: true },
  { title: '金卡专享香薰', type: 'goods', score: 200, market: 9900, levels: [3, 4, 5], starts: 3, ends: 33 },
  { title: '满 199 减 30 券', type: 'coupon', score: 100, gives: 1, perLimit: 3 },
  { title: '满 99 减 10 券', type: 'coupon', score: 60, gives: 2, perLimit: 5 },
  { title: '全场 9 折券', type: 'coupon', score: 120, gives: 5, perLimit: 2 },
  { title: '包邮券', type: 'coupon', score: 40, gives: 10 },
  { title: '余额 2 元', type: 'money', score: 100, gives: 200, perLimit: 5 },
  { title: '余额 5 元', type: 'money', score: 240, gives: 500, perLimit: 3 },
  { title: '余额 10 元', type: 'money', score: 460, gives: 1000, perLimit: 2, ends: 60 },
]

/** Rows of `points_goods`. */
export function pointsGoodsRows(now: number): Record<string, unknown>[] {
  const made = now - 100 * day
  return pointsGoods.map(({ title, type, score, money, market, gives, perLimit, levels, starts, ends }, i) => ({
    title,
    type,
    coupon_id: type === 'coupon' ? gives : null,
    money_value: type === 'money' ? gives : null,
    image: `/demo/points-${String(i + 1).padStart(2, '0')}.svg`,
    images: [],
    content: '',
    score,
    money: money ?? 0,
    market_price: market ?? null,
    stock: 200,
    per_limit: perLimit ?? 0,
    level_ids: levels ?? [],
    start_time: starts === undefined ? null : now + starts * day,
    end_time: ends === undefined ? null : now + ends * day,
    weigh: pointsGoods.length - i,
    status: 1,
    sales: 0,
    create_time: made,
    update_time: made,
  }))
}

const ladder = [5, 5, 10, 10, 15, 15, 30].map((value, i) => ({ day: i + 1, value }))
const fixed = { mode: 'fixed', ratio: null, ladder: '[]', day_limit: 0, valid_days: 0, remark: '' }

/** The rules of the points mall; the one of completed orders is there in every shop. */
export const pointsRules = [
  { ...fixed, event: 'register', title: '注册赠送', value: 100, weigh: 8 },
  {
    ...fixed,
    event: 'sign_in',
    title: '每日签到',
    mode: 'ladder',
    value: null,
    ladder: JSON.stringify(ladder),
    valid_days: 365,
    weigh: 7,
  },
  { ...fixed, event: 'evaluate', title: '评价商品', value: 10, day_limit: 50, weigh: 5 },
  { ...fixed, event: 'evaluate_image', title: '晒图评价', value: 20, day_limit: 100, weigh: 4 },
  { ...fixed, event: 'competition_finish', title: '完成比赛', value: 200, weigh: 3 },
  { ...fixed, event: 'birthday', title: '生日祝福', value: 50, valid_days: 30, weigh: 2 },
  { ...fixed, event: 'profile', title: '完善资料', value: 50, weigh: 1 },
] as const
