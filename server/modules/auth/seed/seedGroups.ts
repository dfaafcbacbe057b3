/** A group as it is made at the first start. Rights are names of menu rules; `x/*` is the rule x with everything below it. */
export interface GroupSeed {
  id: number
  pid: number
  name: string
  scope: 'own' | 'children' | 'all'
  rights: readonly string[]
}

export const superGroup: GroupSeed = { id: 1, pid: 0, name: '超级管理组', scope: 'all', rights: ['*'] }

/** What every administrator of the shop has: their own account, their sessions and the notices. */
const everyone = ['routine/adminInfo/*', 'routine/session/*', 'shop/notify/notify/*']

/** The groups of the demo shop. A right whose screen is not there yet is skipped. */
export const demoGroups: readonly GroupSeed[] = [
  {
    id: 2,
    pid: 1,
    name: '店长',
    scope: 'all',
    rights: [
      'dashboard/*',
      'shop/*',
      'points/*',
      'user/*',
      'sms/*',
      'dataio/*',
      'routine/config/index',
      'routine/config/edit',
      'routine/attachment/*',
      'routine/adminInfo/*',
      'routine/session/*',
    ],
  },
  {
    id: 3,
    pid: 2,
    name: '订单处理',
    scope: 'children',
    rights: [
      'dashboard/index',
      'shop/order/order/index',
      'shop/order/order/order-delivery',
      'shop/order/order/order-receive',
      'shop/order/order/order-address',
      'shop/order/order/order-remark',
      'shop/order/order/export',
      'shop/order/refund/index',
      'shop/order/refund/refund-receive',
      'shop/order/parcel/*',
      'shop/order/export/*',
      'shop/delivery/template/index',
      'shop/delivery/company/index',
      'shop/delivery/address/index',
      ...everyone,
    ],
  },
  {
    id: 4,
    pid: 3,
    name: '仓库打包',
    scope: 'own',
    rights: [
      'shop/order/order/index',
      'shop/order/order/order-delivery',
      'shop/order/refund/index',
      'shop/order/refund/refund-receive',
      'shop/order/parcel/*',
      ...everyone,
    ],
  },
  {
    id: 5,
    pid: 2,
    name: '客服',
    scope: 'own',
    rights: [
      'shop/order/order/index',
      'shop/order/order/order-cancel',
      'shop/order/order/order-remark',
      'shop/order/refund/index',
      'shop/order/refund/refund-audit',
      'shop/order/refund/refund-remark',
      'shop/order/evaluate/*',
      ...['index', 'revoke', 'extend', 'export'].map((node) => `shop/coupon/receive/${node}`), // giving is not theirs
      'shop/user/user/index',
      ...everyone,
    ],
  },
  {
    id: 6,
    pid: 2,
    name: '财务',
    scope: 'all',
    rights: [
      'dashboard/*',
      'shop/order/order/index',
      'shop/order/order/order-pay',
      'shop/order/order/order-close',
      'shop/order/order/order-refund',
      'shop/order/order/order-retry',
      'shop/order/refund/index',
      'shop/order/refund/refund-retry',
      'shop/recharge/plan/*',
      'shop/recharge/order/*',
      'shop/user/moneyLog/*',
      'shop/user/score/*',
      'shop/user/ledgerFault/*',
      'user/moneyLog/*',
      'user/scoreLog/*',
      'dataio/export/*',
      ...everyone,
    ],
  },
  {
    id: 7,
    pid: 2,
    name: '市场营销',
    scope: 'own',
    rights: [
      'shop/coupon/*',
      'shop/adverts/*',
      'points/goods/*',
      'points/rule/*',
      'shop/goods/goods/index',
      'shop/goods/goods/edit',
      'shop/goods/goods/price',
      ...everyone,
    ],
  },
]

/** Administrators of the demo shop; they share one password. The last one is disabled and cannot sign in. */
export const demoAdmins = [
  {
    id: 2,
    username: 'manager',
    nickname: '林店长',
    email: 'manager@example.com',
    mobile: '13800130002',
    group: 2,
    role: 'Shop manager',
    enabled: true,
  },
  {
    id: 3,
    username: 'packer',
    nickname: '王仓库',
    email: 'packer@example.com',
    mobile: '13800130003',
    group: 4,
    role: 'Packer',
    enabled: true,
  },
  {
    id: 4,
    username: 'service',
    nickname: '陈客服',
    email: 'service@example.com',
    mobile: '13800130004',
    group: 5,
    role: 'Customer service',
    enabled: true,
  },
  {
    id: 5,
    username: 'finance',
    nickname: '赵会计',
    email: 'finance@example.com',
    mobile: '13800130005',
    group: 6,
    role: 'Finance',
    enabled: true,
  },
  {
    id: 6,
    username: 'former',
    nickname: '离职员工',
    email: 'former@example.com',
    mobile: '13800130006',
    group: 3,
    role: 'Disabled',
    enabled: false,
  },
]
