import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { type ImportMode, importLimits } from '../../../../src/schemas/api/importing.ts'

/** A file that the demo shop imports. */
export interface Wanted {
  name: string
  target: string
  mode: ImportMode
  match?: string
  /** How far it is taken; one that cannot be run ends with its check. */
  until: 'draft' | 'ready' | 'done' | 'cancelled'
  /** Titles first. */
  lines(db: Reader): Promise<string[][]>
}

/** Rows of the shop as lines below these titles. */
function linesOf(titles: readonly string[], rows: RawBuilder<{ line: (string | number)[] }>): Wanted['lines'] {
  return async (db) => [[...titles], ...(await rows.execute(db)).rows.map(({ line }) => line.map(String))]
}

/** Faulty lines of the members' file. */
const strangers = 14

/**
 * Eight files, one for each way an import can stand (those that are checked and run pass by their states on the way). What is run says of rows
 * what they are already: the shop has as many of everything as before.
 */
export const wanted: readonly Wanted[] = [
  {
    name: '商品分类.csv',
    target: 'shop/goods/classify',
    mode: 'update',
    match: 'id',
    until: 'done',
    lines: linesOf(['ID', '名称'], sql`select array[id::text, name] as line from shop_goods_classify order by id`),
  },
  {
    name: '物流公司.xlsx',
    target: 'shop/delivery/company',
    mode: 'upsert',
    match: 'code',
    until: 'done',
    lines: linesOf(['名称', '编码'], sql`select array[name, code] as line from shop_delivery_company order by id`),
  },
  {
    name: '会员昵称.csv',
    target: 'user/user',
    mode: 'update',
    match: 'username',
    until: 'done',
    lines: async (db) => {
      const known = linesOf(
        ['用户名', '昵称'],
        sql`select array[username, nickname] as line from "user" where delete_time is null order by id limit 26`,
      )
      const [head = [], ...rows] = await known(db)
      // Half of them are nobody's names, the others have no nickname left.
      const strange = Array.from({ length: strangers / 2 }, (_, i) => [`unknown_member_${i + 1}`, `新会员 ${i + 1}`])
      const long = rows.slice(0, strangers / 2).map(([username = ''], i) => [username, '很长的昵称'.repeat(11 + i)])
      return [head, ...strange, ...rows.slice(strangers / 2), ...long]
    },
  },
  {
    name: '参赛人.csv',
    target: 'shop/user/contestant',
    mode: 'insert',
    until: 'done',
    // The wrong file: no line of it can be read, and the check gives up.
    lines: async () => [
      ['会员', '姓名', '身份证号', '手机号', '紧急联系人', '紧急联系电话'],
      ...Array.from({ length: importLimits.stray + 1 }, (_, i) => [`未注册 ${i + 1}`, '张三', '0', '0', '李四', '0']),
    ],
  },
  {
    name: '发货单号.csv',
    target: 'shop/order/parcel',
    mode: 'insert',
    until: 'draft',
    lines: linesOf(
      ['订单号', '物流公司', '快递单号'],
      sql`select array[o.order_no, (select min(name) from shop_delivery_company where status = 1), 'DEMO' || o.id] as line
        from shop_order o where o.status = 2 order by o.id limit 5`,
    ),
  },
  {
    name: '优惠券发放名单.csv',
    target: 'shop/coupon/receive',
    mode: 'insert',
    until: 'ready',
    lines: linesOf(
      ['优惠券', '会员'],
      sql`select array[c.id::text, u.id::text] as line from "user" u
        cross join (select id from shop_coupon where status = 1 and valid_type = 2 order by remaining desc, id limit 1) c
        where u.status = 'enable' and u.delete_time is null order by u.id limit 20`,
    ),
  },
  {
    name: '参数模板.csv',
    target: 'shop/goods/paramsTemplate',
    mode: 'insert',
    until: 'cancelled',
    lines: async () => [
      ['名称', '参数'],
      ['家电参数', '能效等级=一级; 额定功率='],
      ['图书参数', '出版社=; 装帧=平装'],
    ],
  },
  {
    name: '积分商品.csv',
    target: 'points/goods',
    mode: 'update',
    match: 'id',
    until: 'done',
    lines: linesOf(
      ['ID', '标题'],
      sql`select array[id::text, title] as line from points_goods where delete_time is null order by id`,
    ),
  },
]
