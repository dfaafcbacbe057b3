/** Overlays of the product's pages and tables, as the tests lay them over. */
export const gift = {
  add: {
    'fields.gift_note': { kind: 'string', maxLength: 20, after: 'admin_remark' },
    'fields.gift': { kind: 'switch', default: 0, unindexedBecause: 'few values' },
    'table.columns.gift_note': { width: 120, after: 'status' },
    'table.columns.user.mobile': {},
    'table.search.gift': {},
    'table.row.wrap': { before: 'detail' },
    'detail.gift': { fields: ['gift', 'gift_note'], after: 'base' },
    'fields.source.options.post': { before: 'mini' },
    'actions.deliver.fields.card': { kind: 'string', maxLength: 10 },
    'actions.wrap': { type: 'run', node: 'order-remark', when: { gift: 0, status: 2 }, set: { gift: 1, gift_note: 'wrapped' } },
  },
  move: { 'table.columns.pay_amount': { before: 'status' } },
  hide: ['table.columns.flag', 'actions.adjust', 'detail.timeline'],
  set: {
    'table.columns.status.width': 130,
    'table.search.user_id.operator': 'eq',
    'actions.deliver.when': { gift: 0 },
    'actions.remark': { icon: 'pencil', severity: 'danger' },
  },
}
// A second overlay: of the same orders, narrowing once more, and of another page, whose tools are not written there.
export const careful = { set: { 'actions.deliver.when': { pay_amount: { lt: '100000.00' } }, 'fields.gift_note.maxLength': 10 } }
export const groups = {
  add: { 'table.row.detail': { before: 'edit' } },
  set: { 'actions.edit.when': { id: { ne: 1 } }, 'fields.name.when.disabled': { status: 0 } },
}
// Of a table with a file of its own; its words stand with the pages that use it.
export const goods = {
  add: {
    'fields.shelf': { kind: 'string', maxLength: 12, after: 'goods_no' },
    'fields.status.options.9': { tag: 'info' },
    'index.shelf,status': {},
    'unique.shelf,goods_no': {},
    'relations.hints': { table: 'shop_goods_attr', many: 'goods_id' },
  },
  set: {
    'fields.name.maxLength': 120,
    'fields.subtitle': { writeOnce: true },
    'fields.price.when.disabled': { stock: 0 },
    sort: [['id', 'desc']],
  },
}
