import type { Bill, BillKind } from '../../../contract/bills.ts'

/** Where members pay. */
export const payWays = ['wechat', 'alipay', 'balance'] as const
export type PayWay = (typeof payWays)[number]

/** How a kind of bill is paid, and where the member sees afterwards what came of it. */
interface BillUse {
  /** The call that pays. */
  path: string
  /** What the call knows the bill by. */
  key(bill: Bill): object
  ways: readonly PayWay[]
  /** The page of the member centre. */
  list: string
}

export const billUses: Readonly<Record<BillKind, BillUse>> = {
  order: { path: '/api/shop.Order/pay', key: ({ id }) => ({ id }), ways: payWays, list: '/user/shop/account/order' },
  topUp: {
    path: '/api/shop.Recharge/pay',
    key: ({ number }) => ({ order_no: number }),
    ways: ['wechat', 'alipay'],
    list: '/user/shop/account/recharge',
  },
  registration: {
    path: '/api/shop.Join/pay',
    key: ({ id }) => ({ id }),
    ways: payWays,
    list: '/user/shop/account/registration',
  },
}
