import { offeredCoupon } from './factories.ts'
import type { Entry } from './fill.ts'

/** Actions that another test presses in the browser: id → the file, and why not here. */
export const elsewhere: Readonly<Record<string, `${string}.test.ts: ${string}`>> = {
  'auth/admin.resetSecondFactor': 'tests/e2e/signIn/secondFactor.test.ts: needs an account that has turned it on',
  'crud/log.deleteCode': 'tests/designer/walk.test.ts: needs a screen that was saved into a workspace',
  'crud/log.design': 'tests/designer/walk.test.ts: needs a screen that was saved into a workspace',
  'crud/log.detail': 'tests/designer/walk.test.ts: needs a screen that was saved into a workspace',
  'crud/log.putBack': 'tests/designer/walk.test.ts: needs a screen that was saved into a workspace',
  'dataio/import.check': 'tests/renderers/list/import.test.ts: needs a file that was sent and not checked',
  'dataio/import.import': 'tests/renderers/list/import.test.ts: asks for the list first',
  'dataio/import.retry': 'tests/renderers/list/import.test.ts: needs an import with faulty lines that was run',
  'routine/adminInfo.changePassword': 'tests/pages/walk.test.ts: ends the session of this one',
  'routine/attachment.upload': 'tests/e2e/listUpload.test.ts: several files, their progress, and calling one off',
  'routine/config.deleteItem': 'tests/pages/items.test.ts: needs an item that somebody has made',
  'routine/config.testMail': 'tests/e2e/signIn/codes.test.ts: needs a mail server',
  'shop/goods/goods.add': 'modules/shop/tests/screens/keysAlone.test.ts: needs its specs',
}

const parcelNo = 'SF123456789012'

/** What is entered where any right value would not do: id → field → entry. `true` in a text: any, though one is there already. */
export const given: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'auth/rule.add': { name: 'tests/one', path: 'tests/one', component: 'tests/one' },
  'user/rule.add': { name: 'tests/one', path: 'tests/one', component: 'tests/one' },
  'points/order.deliver': { company_id: '顺丰速运', tracking_no: parcelNo },
  'points/order.deliverEach': { orders: { tracking_no: parcelNo } },
  'points/rule.add': { event: 'Birthday' },
  'routine/config.edit': { site_name: 'Kontor works' },
  'security/dataRecycle.add': { screen: 'Delivery companies' },
  'security/sensitiveData.add': { screen: 'SMS templates', data_table: 'sms_template' },
  'sms/config.edit': { name: true },
  'sms/template.add': { event: 'Custom' },
  'shop/goods/goods.stock': { skus: { delta: '2' } },
  'shop/order/evaluate.reply': { reply: true },
  'shop/order/order.changeParcel': { parcels: { tracking_no: 'SF123456789099' } },
  'shop/order/order.deliver': { company_id: '顺丰速运', tracking_no: parcelNo },
  'shop/order/order.deliverEach': { orders: { tracking_no: parcelNo } },
  'shop/order/order.refund': { lines: { amount: '0.01' } },
  'shop/goods/goods.newPrices': { percent: '5' },
  'shop/coupon/center.add': { coupon_id: offeredCoupon },
  'shop/coupon/coupon.sendCount': { target: 'all' },
  'shop/coupon/coupon.add': { threshold: '100.00', amount: '5.00' },
  'shop/delivery/template.add': { areas: { is_default: true, first_fee: '5.00', continue_fee: '1.00' } },
  'shop/team/team.add': { members: { role: 'Captain' } },
  'shop/team/chengji.add': { round: 'Semi' },
  'shop/user/level.add': { level: '60', growth: '900000' },
  'shop/user/level.remove': { target_id: 0 },
  'shop/coupon/receive.extend': { valid_end: '2031-01-01 00:00:00' },
  'shop/goods/classify.moveGoods': { target: 5 },
  'shop/delivery/company.import': { name: '速递', code: 'sudi' },
  'shop/goods/classify.import': { name: '清单' },
  'shop/goods/paramsTemplate.import': { name: '导入参数', params: '颜色=红; 尺寸=' },
  'user/user.import': { username: 'imported1', nickname: '导入', group_id: '默认分组', password: 'Secret-pass-1' },
  'shop/user/contestant.import': {
    user_id: '1',
    name: '王小明',
    idnumber: '110101199003070310',
    mobile: '13900002222',
    emergency_name: '李雷',
    emergency_mobile: '13900003333',
  },
}

/** The title of a coupon that can still be given. */
const openCoupon =
  'select title from shop_coupon where status = 1 and delete_time is null and received + 100 < total order by id limit 1'
/** A name that finds one member alone, whom nothing that was pressed before has disabled. */
const enabledMember = `select nickname from "user" u where status = 'enable' and delete_time is null
  and not exists (select 1 from "user" o where o.id <> u.id and o.nickname like '%' || u.nickname || '%') order by id limit 1`

/** The same, from a row of the database: field → entry. */
export const givenFrom: Readonly<Record<string, string>> = {
  'shop/team/join.register': `select '开放报名赛' as competition_id, '全程' as group_name, u.nickname as user_id, 0 as contestant_ids
    from "user" u join shop_contestant c on c.user_id = u.id where c.status = 1 and c.delete_time is null
    and not exists (select 1 from "user" o where o.id <> u.id and o.nickname like '%' || u.nickname || '%')
    group by u.id having count(*) = 5 order by u.id limit 1`,
  'shop/user/user.coupon': `select (${openCoupon}) as coupon_id`,
  'shop/user/user.couponCount': `select (${openCoupon}) as coupon_id`,
  'points/goods.import': 'select id::text as id, (score + 1)::text as score from points_goods where delete_time is null limit 1',
  'shop/coupon/receive.add': `select (${openCoupon}) as coupon_id, (${enabledMember}) as user_id`,
  'shop/coupon/coupon.send': `select (${enabledMember}) as user_ids`,
  'shop/coupon/receive.import': `select id::text as coupon_id, (select min(id)::text from "user" where status = 'enable') as user_id
    from shop_coupon where status = 1 and delete_time is null and received + 100 < total order by id limit 1`,
  'shop/team/chengji.import': `select c.title as competition_id, e.bib_no as entry_id, 'Heat' as round,
    'Finished' as finish, '00:40:00.000' as time_result from shop_user_competition e join shop_competition c on c.id = e.competition_id
    where c.result_type = 'time' and e.bib_no <> '' and not exists (select 1 from shop_team_chengji r where r.entry_id = e.id)
    order by e.id limit 1`,
  'shop/order/parcel.add': `select order_no as order_id, '顺丰' as company_id, '${parcelNo}' as tracking_no from shop_order
    where status = 2 and ship_status = 0 order by id limit 1`,
  'shop/order/parcel.import': `select order_no as order_id, '顺丰速运' as company_id, 'SF123456789777' as tracking_no from shop_order
    where status = 2 and ship_status = 0 order by id desc limit 1`,
  'shop/goods/goods.import':
    'select id::text as id, (low_stock + 1)::text as low_stock from shop_goods where delete_time is null limit 1',
}

/** Which row an action is done with, where not every one that fulfils the condition will do: a query for its key. */
export const rowFor: Readonly<Record<string, string>> = {
  'shop/goods/goods.setTags':
    'select id from shop_goods where delete_time is null and cardinality(tags) = 0 order by id desc limit 1',
  // Without a choice it takes the tags away.
  'shop/user/user.setTags': 'select id from shop_user where cardinality(tags) > 0 order by id desc limit 1',
  'sms/config.test': `select id from sms_config where driver = 'log'`, // the other one's provider is not to be reached
  'shop/order/order.changeParcel': `select o.id from shop_order o join shop_order_delivery d on d.order_id = o.id
    where o.status = 3 and d.company_id = 1 order by o.id desc limit 1`,
  'shop/order/order.refund': `select id from shop_order where status = 5 and pay_status in (1, 2) and refund_amount = 0 order by id desc limit 1`,
  'shop/order/order.freight': 'select id from shop_order where status = 1 order by id desc limit 1',
  'shop/goods/classify.moveGoods': `select c.id from shop_goods_classify c where exists (select 1 from shop_goods g
    where c.id = any(g.classify_ids) and g.delete_time is null) order by c.id limit 1`,
  'shop/user/contestant.delete': `select id from shop_contestant c where delete_time is null and not exists
    (select 1 from shop_team_join j where c.id = any(j.contestant_ids)) order by id limit 1`,
  'shop/user/contestant.edit': 'select id from shop_contestant where delete_time is null order by id desc limit 1',
  'security/sensitiveDataLog.reveal': `select id from security_sensitive_data_log where data_field = 'mobile' order by id desc limit 1`,
  // Members that other actions added or imported have no number to reveal.
  'user/user.reveal': `select id from "user" where mobile <> '' and delete_time is null order by id desc limit 1`,
  'user/user.kick': `select user_id as id from user_session where id = md5('kick')`,
  'shop/user/user.coupon': `select p.id from shop_user p join "user" u on u.id = p.id where u.status = 'enable' order by p.id limit 1`,
  'shop/coupon/coupon.send':
    'select id from shop_coupon where status = 1 and delete_time is null and received + 100 < total order by id limit 1',
}

/** Actions that can be done again at once: their condition holds afterwards as well. */
export const again: readonly string[] = [
  'auth/admin.kick',
  'dataio/bulk.undo',
  'shop/coupon/coupon.codes',
  'shop/coupon/coupon.disableCodes',
  'shop/coupon/coupon.send',
  'shop/coupon/receive.extend',
  'shop/order/order.adjust',
  'shop/order/order.changeAddress',
  'shop/order/order.changeParcel',
  'shop/order/order.refund',
  'shop/user/competition.number',
]

/** Actions that leave nothing in the row itself: a query whose result they change. */
export const leaves: Readonly<Record<string, string>> = {
  'shop/goods/classify.moveGoods': 'select id, classify_ids from shop_goods order by id',
  'auth/admin.kick': 'select id from admin_session order by id',
  'dataio/bulk.undo': 'select count(*) from dataio_bulk',
  'shop/notify/setting.test': 'select count(*) from shop_notify',
  'user/user.kick': `select id from user_session order by id`,
  'routine/session.end': 'select id from admin_session order by id',
}

/** Actions that bring about what may be so already: then nothing changes. */
export const settled: readonly string[] = ['shop/team/chengji.rank', 'shop/user/level.recompute']

/** Competitions that are on, for their check-in. */
const onNow = `update shop_competition set start_time = extract(epoch from now())::bigint - 60, end_time = extract(epoch from now())::bigint + 7200`
/** Deletes the oldest row, for the list of deleted ones. */
const deleteOne = (table: string) =>
  `update ${table} set delete_time = 1 where id = (select min(id) from ${table} where delete_time is null)`

/** What others or the clock would have brought about before: a statement. */
export const first: Readonly<Record<string, string>> = {
  // Somebody's number was changed.
  'security/sensitiveDataLog.reveal': `update "user" set mobile = '13800139998' where id = (select min(id) from "user")`,
  'auth/admin.unlock': `update admin set login_failure = 10 where username = 'finance'`,
  // Somebody is signed in.
  'user/user.kick': `insert into user_session (id, user_id, access_hash, access_time, salt, refreshed_time, expires_time)
    select md5('kick'), max(id), md5('kick'), 1, 'salt', 1, 99999999999 from "user" where delete_time is null`,
  'user/user.unlock': `update "user" set login_failure = 10 where username = 'user0164'`,
  'shop/user/competition.absent': onNow,
  'shop/user/competition.checkIn': onNow,
  'shop/user/competition.undo': onNow,
  'points/goods.restore': deleteOne('points_goods'),
  'shop/user/contestant.restore': deleteOne('shop_contestant'),
  'shop/team/competition.restore': deleteOne('shop_competition'),
  'shop/team/team.restore': deleteOne('shop_team'),
  'shop/recharge/plan.restore': deleteOne('shop_recharge_plan'),
  'shop/coupon/coupon.restore': deleteOne('shop_coupon'),
}
