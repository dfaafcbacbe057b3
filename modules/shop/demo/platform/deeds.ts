import { day, hour, minute } from '../clock.ts'

/** Who of the staff did something to a record, where, and how long ago (seconds). */
export interface Deed {
  by: string
  action: string
  ago: number
  table: string
  /** Which record, counted from the newest; 0 when absent. */
  nth?: number
}

/** An edit: the value that the record had before; it ends with the one it has. */
export interface Edit extends Deed {
  field: string
  was: unknown
  /** It was the value it has at first, and taken back ten minutes later. */
  undone?: boolean
}

/** A deletion of a row that was there for a time; without `row` of one that was put back afterwards. */
export interface Deletion extends Deed {
  row?: Readonly<Record<string, unknown>>
}

const at = (by: string, action: string, table: string) => ({ by, action, table })
const goods = at('manager', 'shop/goods/goods/edit', 'shop_goods')
const coupon = at('manager', 'shop/coupon/coupon/edit', 'shop_coupon')
const member = at('service', 'user/user/edit', 'user')
const contestant = at('service', 'shop/user/contestant/edit', 'shop_contestant')
const administrator = at('admin', 'auth/admin/edit', 'admin')
const group = at('admin', 'auth/group/edit', 'admin_group')

/** A number that nobody in the shop has. */
const oldMobile = (n: number) => `1390000${String(1000 + n)}`

const changes: readonly Edit[] = [
  { ...goods, ago: 9 * day, field: 'subtitle', was: '买二送一，售完即止' },
  { ...goods, ago: 6 * day, field: 'virtual_sales', was: 0 },
  { ...coupon, ago: 5 * day, field: 'per_limit', was: 5 },
  { ...coupon, ago: 4 * day, field: 'title', was: '新人专享券' },
  { ...member, ago: 3 * day, field: 'mobile', was: '13800139999' },
  { ...administrator, ago: 2 * day, field: 'nickname', was: '前同事' },
  { ...administrator, ago: 2 * day - hour, field: 'mobile', was: oldMobile(0) },
  { ...administrator, ago: 26 * day, nth: 1, field: 'email', was: 'caiwu@example.com' },
  { ...administrator, ago: 19 * day, nth: 2, field: 'mobile', was: oldMobile(2) },
  { ...administrator, ago: 12 * day, nth: 3, field: 'email', was: 'cangku@example.com' },
  { ...administrator, ago: 7 * day, nth: 4, field: 'mobile', was: oldMobile(4) },
  { ...group, ago: 25 * day, nth: 0, field: 'data_scope', was: 'all' },
  { ...group, ago: 25 * day - hour, nth: 2, field: 'data_scope', was: 'children' },
  { ...group, ago: 14 * day, nth: 1, field: 'data_scope', was: 'own' },
  { ...group, ago: 5 * day, nth: 4, field: 'data_scope', was: 'own' },
  { ...coupon, ago: 21 * day, nth: 1, field: 'amount', was: 300 },
  { ...contestant, ago: 10 * day, nth: 4, field: 'name', was: '王小明', undone: true },
]

const numbers: readonly Edit[] = [
  ...Array.from({ length: 18 }, (_, i): Edit => {
    const ago = 29 * day - i * 36 * hour - i * 17 * minute
    const old = i % 3 === 2 ? { field: 'email', was: `before${i}@example.com` } : { field: 'mobile', was: oldMobile(100 + i) }
    return { ...member, ago, nth: 5 + i * 13, ...old }
  }),
  ...[2, 6, 7, 8, 9].map((nth, i): Edit => ({ ...coupon, ago: 24 * day - i * 5 * day + hour, nth, field: 'amount', was: 200 })),
  ...Array.from(
    { length: 4 },
    (_, i): Edit => ({
      ...contestant,
      ago: 22 * day - i * 6 * day + 2 * hour,
      nth: 9 + i * 31,
      field: i % 2 ? 'emergency_mobile' : 'mobile',
      was: oldMobile(300 + i),
    }),
  ),
]

const category = at('manager', 'shop/goods/classify/del', 'shop_goods_classify')
const memberGroup = at('admin', 'user/group/del', 'user_group')
const role = at('admin', 'auth/group/del', 'admin_group')
const account = at('admin', 'auth/admin/del', 'admin')
const rule = at('admin', 'auth/rule/del', 'admin_rule')
const memberRule = at('admin', 'user/rule/del', 'user_rule')
const message = at('manager', 'sms/template/del', 'sms_template')
const address = at('manager', 'shop/delivery/address/del', 'shop_delivery_address')
const level = at('manager', 'shop/user/level/del', 'shop_user_level')

const categories: readonly (readonly [string, string, number])[] = [
  ['年货节', 'New Year market', 29],
  ['清仓特卖', 'Clearance', 27],
  ['联名周边', 'Collaborations', 24],
  ['春季新品', 'New in spring', 20],
  ['亲子装', 'Family outfits', 18],
  ['宠物用品', 'Pet supplies', 15],
  ['双十一专区', 'Singles Day', 12],
  ['节日礼盒', 'Gift boxes', 9],
  ['办公文具', 'Stationery', 3],
]
const link = { pid: 0, type: 'menu', menu_type: 'link', status: 0 }

const deletions: readonly Deletion[] = [
  ...categories.map(([name, name_en, days]) => ({
    ...category,
    ago: days * day,
    row: { pid: 0, name, name_en, weigh: 0, status: 0 },
  })),
  { ...memberGroup, ago: 23 * day, row: { name: '企业团购', rules: [], status: 1 } },
  { ...memberGroup, ago: 8 * day, row: { name: '内测会员', rules: [], status: 1 } },
  { ...role, ago: 17 * day, row: { pid: 2, name: '外包客服', rules: [], data_scope: 'own', status: 0 } },
  { ...role, ago: 1 * day, row: { pid: 1, name: '实习生', rules: [], data_scope: 'own', status: 1 } },
  { ...account, ago: 17 * day - hour, row: { username: 'outsourced', nickname: '外包小周', password: '', status: 0 } },
  { ...account, ago: 1 * day - hour, row: { username: 'trainee', nickname: '实习生小林', password: '', status: 0 } },
  { ...rule, ago: 28 * day, row: { ...link, title: '旧报表', name: 'report/old', url: 'https://report.example.com/' } },
  { ...rule, ago: 13 * day, row: { ...link, title: '快递查询', name: 'report/express', url: 'https://express.example.com/' } },
  { ...memberRule, ago: 11 * day, row: { ...link, title: '周年庆', name: 'anniversary', url: 'https://fair.example.com/' } },
  { ...message, ago: 26 * day, row: { title: '周年庆通知', code: 'anniversary', event: 'custom', content: '周年庆开始了。' } },
  { ...message, ago: 6 * day, row: { title: '系统维护', code: 'maintenance', event: 'custom', content: '今晚系统维护。' } },
  { ...message, ago: 4 * day },
  {
    ...address,
    ago: 21 * day,
    row: { name: '临时仓', mobile: oldMobile(900), city: [310000, 310100, 310104], address: '漕宝路 401 号', types: ['ship'] },
  },
  { ...address, ago: 2 * day },
  { ...level, ago: 19 * day, row: { name: '试用会员', level: 90, growth: 900_000, status: 0 } },
  { ...level, ago: 5 * day, row: { name: '企业会员', level: 91, growth: 910_000, status: 0 } },
]

/** What the staff changed and deleted, the first at first. */
export const deeds: readonly (Edit | Deletion)[] = [...changes, ...numbers, ...deletions].sort((a, b) => b.ago - a.ago)
