import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../server/core/db/connect.ts'
import type { BrokenRow } from './brokenRow.ts'
import { memberInvariants } from './members/invariants.ts'
import { teamInvariants } from './teams/invariants.ts'

/** An invariant of the shop: its statement returns the rows (as text) that break it. */
export interface Invariant {
  name: string
  broken: RawBuilder<BrokenRow>
}

const balance = (column: 'money' | 'score', log: 'user_money_log' | 'user_score_log') => sql<BrokenRow>`
  select format('member %s has %s, the ledger says %s', u.id, u.${sql.ref(column)}, coalesce(sum(l.${sql.ref(column)}), 0)) as row
  from "user" u left join ${sql.table(log)} l on l.user_id = u.id group by u.id having u.${sql.ref(column)} <> coalesce(sum(l.${sql.ref(column)}), 0)`

const chain = (column: 'money' | 'score', log: 'user_money_log' | 'user_score_log') => sql<BrokenRow>`
  select format('row %s of member %s begins with %s', id, user_id, before) as row from (
    select *, lag(after, 1, 0) over (partition by user_id order by id) as previous, after - before as moved from ${sql.table(log)}) l
  where before <> previous or moved <> ${sql.ref(column)}`

/** The allowed steps of an order's state (screen catalogue, E1), including those that leave it. */
const edges = [
  '/1',
  '1/1',
  '1/2',
  '1/6',
  '2/2',
  '2/3',
  '2/6',
  '2/7',
  '3/3',
  '3/4',
  '3/6',
  '4/4',
  '4/5',
  '4/6',
  '5/5',
  '6/6',
  '7/2',
  '7/6',
  '7/7',
]
const refundEdges = [
  '>1/1/0',
  '1/1/0>1/1/0',
  '2/1/1>2/1/1',
  '>2/2/0',
  '1/1/0>2/2/0',
  '1/1/0>2/1/0',
  '1/1/0>3/3/0',
  '2/1/0>2/1/1',
  '2/1/0>2/3/0',
  '2/1/1>2/2/2',
  '2/1/1>2/3/2',
  '2/2/0>2/2/0',
  '2/2/2>2/2/2',
]

/** The allowed steps of a coupon receipt (E5). */
const couponGrantEdges = ['/1', '1/2', '2/1', '2/4', '2/3', '3/1', '3/4', '1/4', '1/1', '4/1', '1/5']

/** The allowed steps of a recharge order (E6); a second payment changes no state. */
const rechargeEdges = ['/1', '1/2', '1/3', '3/2', '2/4', '2/2', '4/4']

/** What must hold after everything, whatever happened: after seeding, after every test, after a crash (controls I1–I4; E1). */
export const invariants: readonly Invariant[] = [
  {
    name: 'I1 the stock of a SKU is what its log ends with, never below zero, every row of the log continuing the one before',
    broken: sql`select format('SKU %s: stock %s, log %s', s.id, s.stock, l.after) as row from shop_goods_sku s left join lateral
        (select after from shop_goods_stock_log l where l.sku_id = s.id order by l.id desc limit 1) l on true where s.stock < 0 or s.stock is distinct from l.after
      union all select format('stock log %s begins with %s after %s', id, before, previous) from
        (select *, lag(after, 1, 0) over (partition by sku_id order by id) as previous from shop_goods_stock_log) l where before <> previous or after <> before + delta`,
  },
  {
    name: 'I1 units taken for orders are the units ordered; units that came back are those of cancelled orders not shipped, and those refunded',
    broken: sql`with taken as (select sku_id, -sum(delta) filter (where reason = 'order') as out, coalesce(sum(delta) filter (where reason in ('cancel', 'close', 'refund')), 0) as back
        from shop_goods_stock_log group by sku_id),
      ordered as (select l.sku_id, sum(l.quantity) as out, sum(case when o.status = 6 then l.quantity - l.shipped - l.refunded_quantity else 0 end) as back
        from shop_order_goods l join shop_order o on o.id = l.order_id
        where o.stock_mode = 'create' or o.pay_time is not null group by l.sku_id),
      refunded as (select l.sku_id, sum(g.quantity) as back from shop_refund_goods g join shop_refund r on r.id = g.refund_id join shop_order_goods l on l.id = g.order_goods_id
        where r.audit_status = 2 and r.status = 2 and g.restock = 1 group by l.sku_id)
      select format('SKU %s: out %s of %s, back %s of %s + %s', t.sku_id, t.out, o.out, t.back, o.back, r.back) as row
      from taken t left join ordered o on o.sku_id = t.sku_id left join refunded r on r.sku_id = t.sku_id
      where coalesce(t.out, 0) <> coalesce(o.out, 0) or t.back <> coalesce(o.back, 0) + coalesce(r.back, 0)`,
  },
  {
    name: 'I1 goods have the stock of their SKUs, and SKUs the sales of their paid orders',
    broken: sql`select format('goods %s: %s, SKUs %s', g.id, g.stock, sum(s.stock)) as row from shop_goods g join shop_goods_sku s on s.goods_id = g.id
        group by g.id having g.stock <> coalesce(sum(s.stock) filter (where s.delete_time is null), 0) or g.sales <> sum(s.sales)
      union all select format('SKU %s: sales %s, orders %s', s.id, s.sales, coalesce(o.sold, 0)) from shop_goods_sku s left join
        (select l.sku_id, sum(l.quantity - l.refunded_quantity - l.returned - case when o.status = 6 then l.quantity - l.shipped - l.refunded_quantity else 0 end) as sold
          from shop_order_goods l join shop_order o on o.id = l.order_id where o.pay_time is not null group by l.sku_id) o on o.sku_id = s.id
        where s.sales <> coalesce(o.sold, 0)`,
  },
  {
    name: 'I2 an order gives back between nothing and what was paid, and exactly what its refunds, cancelling or closing sent',
    broken: sql`select format('order %s: refunded %s of %s, sent %s', o.id, o.refund_amount, o.pay_amount, coalesce(b.sent, 0)) as row from shop_order o left join
        (select order_id, sum(amount) filter (where kind in ('cancel', 'close') or status = 2) as sent, sum(amount) as started
          from shop_money_back where kind <> 'late' group by order_id) b on b.order_id = o.id
      where o.refund_amount < 0 or o.refund_amount > o.pay_amount or o.refund_amount <> coalesce(b.sent, 0) or coalesce(b.started, 0) > o.pay_amount`,
  },
  {
    name: 'I2 lines share what was paid for the goods, and none gives back more money or units than it has',
    broken: sql`select format('order %s: shares %s of %s', o.id, sum(l.pay_share), o.pay_amount - o.delivery_amount) as row from shop_order o
        join shop_order_goods l on l.order_id = o.id group by o.id having sum(l.pay_share) <> o.pay_amount - o.delivery_amount or sum(l.amount) <> o.goods_amount
      union all select format('line %s', id) from shop_order_goods where refunded_amount > pay_share or shipped + refunded_quantity > quantity or returned > shipped
        or amount <> price * quantity
      union all select format('order %s has no lines', id) from shop_order o where not exists (select 1 from shop_order_goods l where l.order_id = o.id)`,
  },
  { name: 'I3 every balance is the sum of its ledger', broken: balance('money', 'user_money_log') },
  { name: 'I3 every count of points is the sum of its ledger', broken: balance('score', 'user_score_log') },
  { name: 'I3 rows of the money ledger continue one another', broken: chain('money', 'user_money_log') },
  { name: 'I3 rows of the points ledger continue one another', broken: chain('score', 'user_score_log') },
  ...memberInvariants,
  {
    name: "I4 every change of an order's state has exactly one row of the timeline and is a step of the state machine; a note changes none",
    broken: sql`select format('order %s: log %s goes from %s to %s after %s', order_id, id, "from", "to", previous) as row from
        (select *, lag("to") over (partition by order_id order by id) as previous from shop_order_log) l
        where "from" is distinct from previous or not (concat("from", '/', "to") = any(${edges}::text[])
          or action = 'remark' and "from" = "to")
      union all select format('order %s: state %s, log %s', o.id, o.status, l."to") from shop_order o left join lateral
        (select "to" from shop_order_log l where l.order_id = o.id order by l.id desc limit 1) l on true where o.status is distinct from l."to"`,
  },
  {
    name: "I4 every change of a refund's state has exactly one log row and is a step of the state machine",
    broken: sql`select format('refund %s: log %s goes from %s to %s after %s', refund_id, id, "from", "to", previous) as row from
        (select *, lag("to", 1, '') over (partition by refund_id order by id) as previous from shop_refund_log) l
        where "from" <> previous or not (concat("from", '>', "to") = any(${refundEdges}::text[]) or action = 'remark' and "from" = "to")
      union all select format('refund %s: state %s/%s/%s, log %s', r.id, r.audit_status, r.status, r.user_ship_status, l."to") from shop_refund r left join lateral
        (select "to" from shop_refund_log l where l.refund_id = r.id order by l.id desc limit 1) l on true
        where concat_ws('/', r.audit_status, r.status, r.user_ship_status) is distinct from l."to"`,
  },
  {
    name: 'E1 an order is fully refunded exactly when all of its money went back, and no cancelled order is still paid',
    broken: sql`select format('order %s: pay_status %s, refunded %s of %s', id, pay_status, refund_amount, pay_amount) as row from shop_order
      where (pay_status = 3) <> (refund_amount = pay_amount and pay_amount > 0) or (status = 6 and pay_status = 1) or (pay_status = 2) <> (refund_amount > 0 and refund_amount < pay_amount)`,
  },
  {
    name: 'E1 the amounts of an order add up, and its times fit its state',
    broken: sql`select format('order %s', id) as row from shop_order
      where pay_amount <> goods_amount + delivery_amount - level_amount - coupon_amount - score_amount + adjust_amount
        or (status in (2, 3, 4, 5, 7)) and pay_time is null or status in (3, 4, 5) and ship_time is null or status in (4, 5) and receive_time is null
        or status = 5 and finish_time is null or status = 6 and cancel_time is null or status = 3 and ship_status <> 2 or status = 7 and ship_status <> 0`,
  },
  {
    name: 'E1 parcels hold exactly the units that were shipped',
    broken: sql`select format('line %s: shipped %s, parcels %s', l.id, l.shipped, coalesce(p.units, 0)) as row from shop_order_goods l left join
      (select (x->>'id')::int as id, sum((x->>'quantity')::int) as units from shop_order_delivery d, jsonb_array_elements(d.lines) x group by 1) p on p.id = l.id
      where l.shipped <> coalesce(p.units, 0)`,
  },
  {
    name: 'E5 a coupon has given what its receipts are, never more than it has, and counts what was used with what it cost',
    broken: sql`select format('coupon %s: received %s + left %s of %s, used %s, cost %s', c.id, c.received, c.remaining, c.total, c.used, c.cost) as row
      from shop_coupon c left join (select coupon_id, count(*) as n, count(*) filter (where status = 3) as used,
        coalesce(sum(amount) filter (where status = 3), 0) as cost from shop_coupon_receive group by coupon_id) r on r.coupon_id = c.id
      where c.received <> coalesce(r.n, 0) or c.received + c.remaining <> c.total or c.used <> coalesce(r.used, 0) or c.cost <> coalesce(r.cost, 0)`,
  },
  {
    name: "E5 every change of a receipt's state has exactly one log row and is a step of the state machine",
    broken: sql`select format('receipt %s: log %s goes from %s to %s after %s', receive_id, id, "from", "to", previous) as row from
        (select *, lag("to") over (partition by receive_id order by id) as previous from shop_coupon_log) l
        where "from" is distinct from previous or not (concat("from", '/', "to") = any(${couponGrantEdges}::text[]))
      union all select format('receipt %s: state %s, log %s', r.id, r.status, l."to") from shop_coupon_receive r left join lateral
        (select "to" from shop_coupon_log l where l.receive_id = r.id order by l.id desc limit 1) l on true where r.status is distinct from l."to"`,
  },
  {
    name: 'E5 an order holds at most one receipt, and one that is paid or open has what the receipt took off',
    broken: sql`select format('order %s: receipts %s', r.order_no, count(*)) as row from shop_coupon_receive r
        left join shop_order o on o.order_no = r.order_no where r.order_no is not null group by r.order_no having count(*) > 1 or count(o.id) = 0
      union all select format('receipt %s: state %s, order %s', r.id, r.status, o.status) from shop_coupon_receive r join shop_order o on o.order_no = r.order_no
        where (r.status = 2) <> (o.status = 1) or o.user_id <> r.user_id`,
  },
  {
    name: 'E1 a payment through a provider paid its order or went back, and no payment gives back more than it was of',
    broken: sql`select format('payment %s: state %s, order %s', p.pay_no, p.status, o.status) as row from shop_payment p join shop_order o on o.id = p.order_id
        where p.status = 2 and (o.trade_no is distinct from p.trade_no or o.pay_amount <> p.amount or o.pay_status = 0 or o.pay_type is distinct from p.channel)
          or (p.status = 3) <> exists (select 1 from shop_money_back b where b.kind = 'late' and b.trade_no = p.trade_no and b.amount = p.amount)
          or (p.status = 1) <> (p.trade_no is null)
      union all select format('trade %s: %s of %s', trade_no, sum(amount), min(total)) from shop_money_back
        where trade_no <> '' and channel in ('wechat', 'alipay') group by trade_no, order_id having sum(amount) > min(total)`,
  },
  {
    name: "E6 every change of a recharge order's state has exactly one log row and is a step of the state machine",
    broken: sql`select format('recharge %s: log %s goes from %s to %s after %s', order_id, id, "from", "to", previous) as row from
        (select *, lag("to") over (partition by order_id order by id) as previous from shop_recharge_log) l
        where "from" is distinct from previous or not (concat("from", '/', "to") = any(${rechargeEdges}::text[]))
      union all select format('recharge %s: state %s, log %s', o.id, o.status, l."to") from shop_recharge_order o left join lateral
        (select "to" from shop_recharge_log l where l.order_id = o.id order by l.id desc limit 1) l on true where o.status is distinct from l."to"`,
  },
  {
    name: 'E6 the ledger has the amount and the gift of every paid recharge once, and of every refunded one what it took back',
    broken: sql`select format('recharge %s: %s is %s, the ledger says %s', o.order_no, w.source, w.fen, coalesce(l.money, 0)) as row
      from shop_recharge_order o cross join lateral (values ('recharge', case when o.status in (2, 4) then o.amount else 0 end),
        ('gift', case when o.status in (2, 4) then o.gift_money else 0 end),
        ('recharge_refund', case when o.status = 4 then -(o.refund_amount + o.gift_money) else 0 end)) as w(source, fen)
      left join user_money_log l on l.source = w.source and l.ref_no = o.order_no and l.user_id = o.user_id where coalesce(l.money, 0) <> w.fen
      union all select format('ledger row %s: no recharge %s', l.id, l.ref_no) from user_money_log l where l.source in ('recharge', 'gift', 'recharge_refund')
        and not exists (select 1 from shop_recharge_order o where o.order_no = l.ref_no and o.user_id = l.user_id)`,
  },
  {
    name: 'E6 a plan counts what was sold of it and what came in; a recharge gives back at most what was paid',
    broken: sql`select format('plan %s: sold %s, income %s, orders %s, %s', p.id, p.sold, p.income, coalesce(o.sold, 0), coalesce(o.income, 0)) as row
        from shop_recharge_plan p left join (select plan_id, count(*) filter (where status = 2) as sold,
          sum(amount - refund_amount) filter (where status in (2, 4)) as income from shop_recharge_order group by plan_id) o on o.plan_id = p.id
        where p.sold <> coalesce(o.sold, 0) or p.income <> coalesce(o.income, 0)
      union all select format('recharge %s: returned %s of %s, sent %s', o.id, o.refund_amount, o.amount, coalesce(b.sent, 0)) from shop_recharge_order o
        left join (select recharge_id, sum(amount) filter (where back_no like 'RR%') as sent from shop_money_back group by recharge_id) b on b.recharge_id = o.id
        where o.refund_amount > o.amount or (o.refund_amount > 0) <> (o.status = 4) or o.refund_amount <> coalesce(b.sent, 0)`,
  },
  {
    name: 'E1 a line that was written about has one evaluation, and goods have the stars of those that are shown',
    broken: sql`select format('line %s: evaluated %s, evaluations %s', l.id, l.evaluated, count(e.id)) as row from shop_order_goods l
        left join shop_evaluate e on e.order_goods_id = l.id group by l.id having count(e.id) <> l.evaluated
      union all select format('goods %s: %s of %s, shown %s of %s', g.id, g.score, g.evaluate_count, e.score, e.n) from shop_goods g left join
        (select goods_id, round(avg(score), 1) as score, count(*) as n from shop_evaluate where status = 1 and delete_time is null group by goods_id) e
        on e.goods_id = g.id where g.score is distinct from e.score or coalesce(g.evaluate_count, 0) <> coalesce(e.n, 0)`,
  },
  {
    name: 'E2 a line is marked by at most the refund that is under way',
    broken: sql`select format('line %s: refund %s', l.id, l.refund_id) as row from shop_order_goods l join shop_refund r on r.id = l.refund_id
      where not (r.status = 1 or (r.status = 2 and r.money_status in (1, 3)))`,
  },
  ...teamInvariants,
]

/** Every fault found, `<invariant>: <row>`, at most ten of each; empty when everything holds. */
export async function checkInvariants(db: Reader): Promise<string[]> {
  const faults: string[] = []
  for (const { name, broken } of invariants) {
    const { rows } = await sql<BrokenRow>`select row from (${broken}) faults limit 10`.execute(db)
    faults.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return faults
}
