/** Where the product has the actions of the catalogue's table, by its first column: page and action, in the order of the titles. */
export const places: Readonly<Record<string, readonly string[]>> = {
  'deliver (order-delivery, points delivery)': ['shop/order/order deliver', 'points/order deliver'],
  'receive (order-receive, points receive)': ['shop/order/order receive', 'points/order receive'],
  'handle cancel (order-cancel)': ['shop/order/order cancel'],
  'close (order-close)': ['shop/order/order close'],
  'adjust (order-adjust)': ['shop/order/order adjust'],
  'confirm payment (order-pay, recharge pay, join pay)': [
    'shop/order/order pay',
    'shop/recharge/order pay',
    'shop/team/join pay',
  ],
  'change address (order-address)': ['shop/order/order changeAddress'],
  'refund by shop (order-refund)': ['shop/order/order refund'],
  'remark (order-remark, refund-remark, remark)': [
    'shop/order/order remark',
    'shop/order/refund remark',
    'points/order remark',
    'shop/recharge/order remark',
  ],
  print: ['shop/order/order printSlip'],
  'audit (refund-audit)': ['shop/order/refund audit'],
  'receive (refund-receive)': ['shop/order/refund receive'],
  'retry (refund-retry)': ['shop/order/refund retry'],
  reply: ['shop/order/evaluate reply'],
  'show, hide': ['shop/order/evaluate show', 'shop/order/evaluate hide'],
  'on sale, off sale': ['shop/goods/goods onSale', 'shop/goods/goods offSale'],
  stock: ['shop/goods/goods stock'],
  price: ['shop/goods/goods price'],
  'restore, destroy (recycle)': ['shop/goods/goods restore', 'shop/goods/goods destroy'],
  'send (coupon)': ['shop/coupon/coupon send'],
  stop: ['shop/coupon/coupon stop'],
  revoke: ['shop/coupon/receive revoke'],
  extend: ['shop/coupon/receive extend'],
  'cancel (recharge, points, join)': ['shop/recharge/order cancel', 'points/order cancel', 'shop/team/join cancel'],
  'refund (recharge)': ['shop/recharge/order refund'],
  'audit (team, join)': ['shop/team/team audit', 'shop/team/join audit'],
  dissolve: ['shop/team/team dissolve'],
  publish: ['shop/team/chengji publish'],
  check: ['shop/user/competition checkIn', 'shop/user/competition undo'],
  plain: ['shop/user/contestant reveal', 'security/sensitiveDataLog reveal'],
  'money, score, coupon (shop member)': ['shop/user/user money', 'shop/user/user score', 'shop/user/user coupon'],
  unlock: ['auth/admin unlock', 'user/user unlock'],
  kick: ['auth/admin kick', 'user/user kick'],
  'restore (recycle log)': ['security/dataRecycleLog putBack'],
  rollback: ['security/sensitiveDataLog rollBack'],
  'run, check (import)': ['dataio/import run', 'dataio/import check'],
  'download, rerun, cancel job': ['dataio/export download', 'dataio/export rerun', 'dataio/export cancel'],
  'read, read all': ['shop/notify/notify read', 'shop/notify/notify readAll'],
  'test (mail, SMS, notification, template)': [
    'routine/config testMail',
    'sms/config test',
    'shop/notify/setting test',
    'sms/template test',
  ],
  'upload, force (attachment)': ['routine/attachment upload', 'routine/attachment force'],
}

/** Actions of screens that the product does not have yet. */
export const looksNotYet: readonly string[] = [
  'generate, delete (crud)',
  'install, enable, disable, update, uninstall, upload, buy',
]

/** Looks that differ on purpose: page and action, why. */
export const looksOtherwise: Readonly<Record<string, string>> = {
  'shop/user/competition undo': 'taking back looks other than what it takes back',
}
