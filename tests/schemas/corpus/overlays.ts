/**
 * A fault of an overlay of the orders (or of another page): its text, whose ¦ (never written) marks where the finding must point, what it
 * says, and what another overlay, whose name comes first, does to the same page.
 */
export interface OverlayFault {
  text: string
  says: RegExp
  page?: string
  other?: string
  /** The JSON Schema of overlays refuses it too, while it is typed. */
  bySchema?: true
  /** Words beside it. */
  words?: object
}

export const overlayFaults: readonly OverlayFault[] = [
  { text: '{ "add": { }¦', says: /not valid JSON/ },
  { text: '{ ¦"adds": {} }', bySchema: true, says: /unknown key; did you mean "add"\?/ },
  {
    text: '¦{ "hide": [] }',
    says: /no such page "shop\/order\/ordr"; did you mean "shop\/order\/order"\?/,
    page: 'shop/order/ordr',
  },
  { text: '¦{ }', says: /no such language "fr"/, page: 'shop/order/order.fr' },
  // paths
  {
    text: '{ "set": { ¦"table.columns.statsu.width": 90 } }',
    says: /the page has no "table\.columns\.statsu\.width"; did you mean "status"\?/,
  },
  {
    text: '{ "hide": [¦"table.columns.pay_amonut"] }',
    says: /the page has no "table\.columns\.pay_amonut"; did you mean "pay_amount"\?/,
  },
  {
    text: '{ "move": { ¦"table.colums.flag": { "after": "status" } } }',
    bySchema: true,
    says: /the page has no "table\.colums\.flag"/,
  },
  { text: '{ "hide": [¦"table.columns"] }', bySchema: true, says: /"table\.columns" is no part with a place of its own/ },
  { text: '{ "set": { ¦"fields.colour": { "required": true } } }', says: /the page has no "fields\.colour"/ },
  { text: '{ "set": { ¦"actions.delivr.icon": "x" } }', says: /did you mean "deliver"\?/ },
  { text: '{ "set": { ¦"table.columns": ["id"] } }', bySchema: true, says: /"table\.columns" holds parts/ },
  { text: '{ "set": { ¦"kind": "form" } }', bySchema: true, says: /"kind" belongs to the page alone/ },
  { text: '{ "set": { ¦"entity.table": "shop_goods" } }', bySchema: true, says: /"entity\.table" belongs to the page alone/ },
  {
    text: '{ "add": { ¦"form.fields.admin_remark": {} } }',
    says: /the page writes no "form\.fields": it shows what there is/,
  },
  {
    text: '{ "add": { ¦"fields.flag": { "kind": "color" } } }',
    says: /the page has "fields\.flag" already; change it with "set"/,
  },
  // places
  {
    text: '{ "add": { "table.columns.trade_no": { ¦"after": "statsu" } } }',
    says: /nothing is called "statsu" there; did you mean "status"\?/,
  },
  {
    text: '{ "move": { ¦"table.columns.flag": { "after": "status", "before": "source" } } }',
    bySchema: true,
    says: /a part stands either "after" or "before" another/,
  },
  { text: '{ "move": { ¦"table.columns.flag": {} } }', bySchema: true, says: /it does not say where to/ },
  { text: '{ "move": { "table.columns.flag": { ¦"after": 3 } } }', bySchema: true, says: /expected string, got number/ },
  { text: '{ "add": { "table.columns.trade_no": { ¦"before": 3 } } }', bySchema: true, says: /expected string, got number/ },
  // what stays
  { text: '{ "hide": [¦"fields.flag"] }', bySchema: true, says: /"fields\.flag" cannot be hidden/ },
  {
    text: '{ "hide": [¦"actions.deliver.refuse.nothingOpen"] }',
    bySchema: true,
    says: /"actions\.deliver\.refuse\.nothingOpen" cannot be hidden/,
  },
  { text: '{ "set": { ¦"fields.status.required": false } }', says: /"status" stays "required": an overlay only narrows/ },
  {
    text: '{ "set": { "fields.order_no": { ¦"readOnly": false } } }',
    says: /"order_no" stays "readOnly": an overlay only narrows/,
  },
  { text: '{ "set": { ¦"fields.password.secret": false } }', says: /"password" stays "secret"/, page: 'user/user' },
  { text: '{ "set": { ¦"fields.ip.secret": false } }', says: /"ip" stays "secret"/, page: 'lab/secret' },
  { text: '{ "set": { ¦"actions.deliver.node": "index" } }', says: /the right to "deliver" stays "order-delivery"/ },
  { text: '{ "set": { ¦"actions.deliver.fields.mode.required": false } }', says: /"mode" stays "required"/ },
  { text: '{ "set": { ¦"actions.deliver.refuse": [] } }', bySchema: true, says: /"actions\.deliver\.refuse" holds parts/ },
  { text: '{ "set": { ¦"entity.owner": "other_id" } }', says: /the owner of a row stays "admin_id"/, page: 'lab/secret' },
  {
    text: '{ "set": { ¦"actions.deliver.when.status": { "gt": 0 } } }',
    says: /a condition can only be narrowed; set the whole "when"/,
  },
  // what parsers and rules say of parts of an overlay
  { text: '{ "set": { ¦"table.columns.status.widht": 90 } }', bySchema: true, says: /unknown key; did you mean "width"\?/ },
  {
    text: '{ "add": { "fields.note": { ¦"kind": "strng" } } }',
    bySchema: true,
    says: /no such kind "strng"; did you mean "string"\?/,
  },
  { text: '{ "add": { ¦"table.columns.nothing": {} } }', says: /no such field "nothing"/ },
  {
    text: '{ "add": { "table.columns.trade_no": { ¦"cell": "tagg" } } }',
    bySchema: true,
    says: /"tagg" is not allowed here; did you mean "tags?"\?/,
  },
  { text: '{ "set": { "actions.receive.when": { ¦"statsu": 3 } } }', says: /no such field; did you mean "status"\?/ },
  { text: '{ "set": { ¦"actions.receive.when": { "status": 4 } } }', says: /this condition can never be true/ },
  { text: '{ "add": { ¦"table.row.wrap": { "before": "detail" } } }', says: /no such action "wrap"/ },
  {
    text: '{ "add": { "fields.wrapped": { "kind": "integer" }, ¦"table.search.wrapped": {} } }',
    says: /index/,
  },
  // what comes after an action
  {
    text: '{ "set": { ¦"actions.remark.then": "opn" } }',
    bySchema: true,
    says: /"opn" is not allowed here; did you mean "open"\?/,
  },
  { text: '{ "set": { ¦"actions.edit.then": "open" } }', says: /"edit" is a built-in action/ },
  {
    text: '{ "set": { ¦"actions.remark.type": "print" } }',
    bySchema: true,
    says: /"actions\.remark\.type" belongs to the page alone/,
  },
  {
    text: '{ "set": { "actions.remark.then": { ¦"page": "user/usr" } } }',
    says: /no such page "user\/usr"; did you mean "user\/user"\?/,
  },
  {
    text: '{ "set": { "actions.remark.then": { "page": "user/user", "query": { ¦"ids": "user_id" } } } }',
    says: /the page "user\/user" cannot be filtered by "ids"/,
  },
  {
    text: '{ "set": { "actions.remark.then": { "page": "user/user", "query": { ¦"id": "usr_id" } } } }',
    says: /no such field "usr_id"; .*did you mean "user_id"\?/,
  },
  {
    text: '{ "add": { "actions.all": { "type": "run", "node": "index", ¦"then": "open" }, "table.toolbar.all": {} } }',
    says: /after "all" there is no record to open/,
    words: { actions: { all: { title: 'All' } } },
  },
  {
    text: '{ "add": { "actions.all": { "type": "run", "node": "index", "then": { "page": "user/user", ¦"query": { "id": "id" } } }, "table.toolbar.all": {} } }',
    says: /"all" has no row to take values from/,
    words: { actions: { all: { title: 'All' } } },
  },
  // of a table without a page of its own
  {
    text: '¦{ }',
    says: /no table "shop_good" has a file of its own; did you mean "shop_goods"\?/,
    page: 'entities/shop_good',
  },
  { text: '¦{ }', says: /no table "user_money_log" has a file of its own/, page: 'entities/user_money_log' },
  { text: '¦{ }', says: /the words of a table stand with the pages that use it; write/, page: 'entities/shop_goods.en' },
  {
    text: '{ "set": { ¦"fields.nmae.maxLength": 9 } }',
    says: /the table has no "fields\.nmae\.maxLength"; did you mean "name"\?/,
    page: 'entities/shop_goods',
  },
  {
    text: '{ "add": { ¦"fields.name": { "kind": "color" } } }',
    says: /the table has "fields\.name" already/,
    page: 'entities/shop_goods',
  },
  {
    text: '{ "add": { "fields.shelf": { ¦"kind": "strng" } } }',
    bySchema: true,
    says: /no such kind "strng"; did you mean "string"\?/,
    page: 'entities/shop_goods',
  },
  {
    text: '{ "set": { ¦"table": "goods" } }',
    bySchema: true,
    says: /"table" belongs to the table alone/,
    page: 'entities/shop_goods',
  },
  {
    text: '{ "set": { ¦"softdelete": true } }',
    bySchema: true,
    says: /unknown key; did you mean "softDelete"\?/,
    page: 'entities/shop_goods',
  },
  {
    text: '{ "hide": [¦"fields.subtitle"] }',
    bySchema: true,
    says: /"fields\.subtitle" cannot be hidden/,
    page: 'entities/shop_goods',
  },
  { text: '{ "set": { ¦"index": [] } }', bySchema: true, says: /"index" holds parts/, page: 'entities/shop_goods' },
  { text: '{ "add": { ¦"index.nmae": {} } }', says: /no such field "nmae"; did you mean "name"\?/, page: 'entities/shop_goods' },
  {
    text: '{ "set": { ¦"fields.name.required": false } }',
    says: /"name" stays "required": an overlay only narrows/,
    page: 'entities/shop_goods',
  },
  {
    text: '{ "set": { ¦"fields.access_hash.secret": false } }',
    says: /"access_hash" stays "secret"/,
    page: 'entities/admin_session',
  },
  // another overlay
  {
    text: '{ "set": { ¦"table.columns.status.width": 90 } }',
    other: '{ "set": { "table.columns.status.width": 91 } }',
    says: /another overlay says otherwise of "table\.columns\.status\.width"; see overlays\/a\/shop\/order\/order\.json:1:12/,
  },
  {
    text: '{ "set": { ¦"table.columns.status.width": 90 } }',
    other: '{ "hide": ["table.columns.status"] }',
    says: /another overlay says otherwise of "table\.columns\.status"/,
  },
  {
    text: '{ "hide": [¦"table.columns.status"] }',
    other: '{ "move": { "table.columns.status": { "before": "order_no" } } }',
    says: /another overlay says otherwise of "table\.columns\.status"/,
  },
  {
    text: '{ "add": { ¦"table.columns.trade_no": {} } }',
    other: '{ "add": { "table.columns.trade_no": {} } }',
    says: /another overlay says otherwise of "table\.columns\.trade_no"/,
  },
]
