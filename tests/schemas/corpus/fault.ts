/**
 * A fault made in a file of the real catalogue: `from` is replaced by `to`, whose ¦ (never written) marks where the finding must point, and
 * what it says. Without ¦ it points to the first place of `at`, in another file where `where` names one.
 */
export type Fault = readonly [file: string, from: string, to: string, says: RegExp, at?: string, where?: string]

export const order = 'modules/shop/pages/shop/order/order/page.json'
export const user = 'pages/user/user/page.json'
export const contestant = 'modules/shop/pages/shop/user/contestant/page.json'
export const admin = 'pages/auth/admin/page.json'
export const adminLog = 'pages/auth/adminLog/page.json'
export const config = 'pages/routine/config/page.json'
export const rule = 'pages/auth/rule/page.json'
export const classify = 'modules/shop/pages/shop/goods/classify/page.json'
export const company = 'modules/shop/pages/shop/delivery/company/page.json'
export const address = 'modules/shop/pages/shop/delivery/address/page.json'
export const dashboard = 'pages/dashboard/page.json'
export const settings = 'modules/shop/pages/shop/settings/page.json'
export const profile = 'pages/account/profile/page.json'
export const adminInfo = 'pages/routine/adminInfo/page.json'
export const attachment = 'pages/routine/attachment/page.json'
export const moneyLog = 'pages/user/moneyLog/page.json'
export const dataExport = 'pages/dataio/export/page.json'
export const dataImport = 'pages/dataio/import/page.json'
export const goods = 'modules/shop/pages/shop/goods/goods/page.json'
export const chengji = 'modules/shop/pages/shop/team/chengji/page.json'
export const join = 'modules/shop/pages/shop/team/join/page.json'
export const market = 'pages/moduleStore/page.json'
export const menu = 'menus/admin.json'
export const shopMenu = 'modules/shop/menus/admin.json'
