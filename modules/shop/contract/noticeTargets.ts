/** Where a notice leads: a list, filtered by `fixed` values and by values `from` the notice's data (filter → member of the data). */
interface Target {
  page: string
  fixed: Readonly<Record<string, string>>
  from: Readonly<Record<string, string>>
}

/** Where each type of notice leads (specification, section 2: notifications on screen; refund_ship: screen catalogue, chapter F). */
export const noticeTargets = {
  order: { page: 'shop/order/order', fixed: { status: '2' }, from: { order_no: 'order_no' } },
  order_cancel: { page: 'shop/order/order', fixed: { status: '7' }, from: { order_no: 'order_no' } },
  order_refund: { page: 'shop/order/refund', fixed: { audit_status: '1' }, from: { 'order.order_no': 'order_no' } },
  order_export: { page: 'shop/order/export', fixed: {}, from: { name: 'name' } },
  low_stock: { page: 'shop/goods/goods', fixed: {}, from: { name: 'name' } },
  refund_ship: {
    page: 'shop/order/refund',
    fixed: { status: '1', user_ship_status: '1' },
    from: { 'order.order_no': 'order_no' },
  },
} as const satisfies Readonly<Record<string, Target>>

/** Type of the notices of actions, whose data names the page, the key of its rows and its value: where they lead. */
const ofAction = 'action'

/** Type of the notices of comments: the same data, and they lead to the record itself. */
const ofMention = 'mention'

/** The list of all notices, unread ones first asked for: where the icon leads, and notices of unknown types. */
export const noticeList = '/admin/shop/notify/notify?status=0'

/** Address that a notice leads to. */
export function noticeTarget(type: string, data: Readonly<Record<string, unknown>>): string {
  if (type === ofMention && isPage(data.page)) return `/admin/${data.page}/${encodeURIComponent(String(data.value))}`
  const target = targetOf(type, data)
  if (!target) return noticeList
  const query = new URLSearchParams(target.fixed)
  for (const [field, name] of Object.entries(target.from)) {
    const value = data[name]
    if (typeof value === 'string' || typeof value === 'number') query.set(field, String(value))
  }
  const text = query.toString()
  return text ? `/admin/${target.page}?${text}` : `/admin/${target.page}`
}

function targetOf(type: string, { page, key }: Readonly<Record<string, unknown>>): Target | undefined {
  if (type === ofAction && isPage(page) && typeof key === 'string') return { page, fixed: {}, from: { [key]: 'value' } }
  return Object.hasOwn(noticeTargets, type) ? noticeTargets[type as keyof typeof noticeTargets] : undefined
}

function isPage(page: unknown): page is string {
  return typeof page === 'string' && /^[A-Za-z][\w-]*(\/[\w-]+)*$/.test(page)
}
