import { sql } from 'kysely'
import type { Invariant } from '../invariants.ts'

/** The allowed steps of a points order (screen catalogue, E8). */
const pointsEdges = ['/1', '1/2', '1/3', '1/4', '2/3', '1/1', '2/2', '3/3', '4/4']

/** What must hold of members of the shop, their points and what they exchange them for. */
export const memberInvariants: readonly Invariant[] = [
  {
    name: 'K a member keeps 20 addresses at most, of which one is the default at most',
    broken: sql`select format('member %s: %s addresses, %s defaults', user_id, count(*), sum(is_default)) as row from shop_user_address
      group by user_id having count(*) > 20 or sum(is_default) > 1`,
  },
  {
    name: 'K every member has the row of the shop, and its figures are those of their orders and refunds',
    broken: sql`select format('member %s: orders %s %s, refunds %s', u.id, s.order_count, s.pay_total, s.refund_total) as row from "user" u left join shop_user s on s.id = u.id
      left join lateral (select count(*) as n, coalesce(sum(pay_amount), 0) as paid from shop_order o where o.user_id = u.id and o.status = 5) o on true
      left join lateral (select coalesce(sum(agree_amount), 0) as refunded from shop_refund r where r.user_id = u.id and r.money_status = 2) r on true
      where s.id is null or s.order_count <> o.n or s.pay_total <> o.paid or s.refund_total <> r.refunded`,
  },
  {
    name: 'I3 what is left of points that were given is what the member has',
    broken: sql`select format('member %s has %s, left of it %s', u.id, u.score, coalesce(sum(l.remaining), 0)) as row
      from "user" u left join user_score_log l on l.user_id = u.id group by u.id having u.score <> coalesce(sum(l.remaining), 0)
      union all select format('points row %s gave %s, %s left', id, score, remaining) from user_score_log where remaining > greatest(score, 0)`,
  },
  {
    name: 'E8 the stock of points goods is what its log ends with, never below zero',
    broken: sql`select format('points goods %s: stock %s, log %s', g.id, g.stock, l.after) as row from points_goods g left join lateral
        (select after from points_stock_log l where l.goods_id = g.id order by l.id desc limit 1) l on true where g.stock < 0 or g.stock <> coalesce(l.after, 0)
      union all select format('points stock log %s', id) from (select *, lag(after, 1, 0) over (partition by goods_id order by id) as previous from points_stock_log) l
        where before <> previous or after <> before + delta
      union all select format('points goods %s: sales %s', g.id, g.sales) from points_goods g
        where g.sales <> (select coalesce(sum(quantity), 0) from points_order o where o.goods_id = g.id and o.status <> 4)`,
  },
  {
    name: 'E8 every change of a points order is an edge, its log a chain that ends where it is',
    broken: sql`select format('points order %s: %s/%s', order_id, "from", "to") as row from
        (select *, lag("to") over (partition by order_id order by id) as previous from points_order_log) l
        where concat("from", '/', "to") <> all(${pointsEdges}::text[]) or previous is distinct from "from"
      union all select format('points order %s is in state %s', o.id, o.status) from points_order o
        where o.status is distinct from (select l."to" from points_order_log l where l.order_id = o.id order by l.id desc limit 1)`,
  },
  {
    name: 'E8 points were taken once for each points order, and came back once exactly when it was cancelled',
    broken: sql`select format('points order %s: taken %s, back %s', o.order_no, s.taken, s.back) as row from points_order o join lateral (
        select coalesce(sum(score) filter (where source = 'exchange'), 0) as taken, coalesce(sum(score) filter (where source = 'back'), 0) as back
        from user_score_log l where l.user_id = o.user_id and l.ref_no = o.order_no) s on true
      where s.taken <> -o.score or s.back <> case when o.status = 4 then o.score else 0 end`,
  },
]
