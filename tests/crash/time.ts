import type { MultiServer } from '../../modules/shop/tests/helpers/multiServer.ts'

/** What time brings about: the rows that it may, how they are made due, and the log in which each step is told once. */
interface Kind {
  table: string
  is: string
  /** Sets them so that their time is over. */
  set: string
  log: string
  key: string
}

const kinds: readonly Kind[] = [
  { table: 'shop_order', is: 'status = 1', set: 'auto_close_time = 1', log: 'shop_order_log', key: 'order_id' },
  { table: 'shop_order', is: 'status = 3', set: 'auto_receive_time = 1', log: 'shop_order_log', key: 'order_id' },
  {
    table: 'shop_order',
    is: 'status = 4',
    set: 'receive_time = 1, auto_finish_time = 1',
    log: 'shop_order_log',
    key: 'order_id',
  },
  {
    table: 'shop_refund',
    is: 'audit_status = 2 and status = 1 and user_ship_status = 0',
    set: 'deadline = 1',
    log: 'shop_refund_log',
    key: 'refund_id',
  },
  { table: 'shop_coupon_receive', is: 'status = 1', set: 'valid_end = 1', log: 'shop_coupon_log', key: 'receive_id' },
  { table: 'shop_recharge_order', is: 'status = 1', set: 'create_time = 1', log: 'shop_recharge_log', key: 'order_id' },
  { table: 'shop_team_join', is: 'status = 1', set: 'expire_time = 1', log: 'shop_team_join_log', key: 'join_id' },
]
/** Rows of each kind that become due. */
const most = 30

interface DueKind extends Kind {
  ids: readonly number[]
  /** The last row of the log before. */
  last: number
}

/** What was made due. */
export interface Due {
  kinds: readonly DueKind[]
  all: number
  /** How many there are of the rarest kind. */
  least: number
}

/** The time of some rows of each kind is over. Orders with an open refund are left alone: their time stands still. */
export async function makeDue({ query }: Pick<MultiServer, 'query'>): Promise<Due> {
  const made: DueKind[] = []
  for (const kind of kinds) {
    const free =
      kind.table === 'shop_order' ? 'and not exists (select 1 from shop_refund r where r.order_id = t.id and r.status = 1)' : ''
    const [logged] = await query<{ last: number }>(`select coalesce(max(id), 0) as last from ${kind.log}`)
    const rows = await query<{ id: number }>(
      `update ${kind.table} set ${kind.set} where id in (select id from ${kind.table} t where ${kind.is} ${free} order by id desc limit ${most}) returning id`,
    )
    made.push({ ...kind, ids: rows.map(({ id }) => id), last: logged?.last ?? 0 })
  }
  const counts = made.map(({ ids }) => ids.length)
  return { kinds: made, all: counts.reduce((sum, n) => sum + n, 0), least: Math.min(...counts) }
}

/** How many of them are as they were. */
export async function overdue({ query }: Pick<MultiServer, 'query'>, due: Due): Promise<number> {
  const parts = due.kinds.map(({ table, is }, i) => `(select count(*) from ${table} where id = any($${i + 1}::int[]) and ${is})`)
  const [row] = await query<{ n: number }>(
    `select (${parts.join(' + ')})::int as n`,
    due.kinds.map(({ ids }) => ids),
  )
  return row?.n ?? 0
}

/** Steps that their logs tell more than once, or not at all. */
export async function twice({ query }: Pick<MultiServer, 'query'>, due: Due): Promise<string[]> {
  const found = await Promise.all(
    due.kinds.map(({ table, log, key, ids, last }) =>
      query<{ fault: string }>(
        `select concat('${table} ', t.id, ': ', count(l.id)) as fault from unnest($1::int[]) as t(id)
          left join ${log} l on l.${key} = t.id and l.actor = 'system' and l."from" is distinct from l."to"
            and l.id > $2 group by t.id having count(l.id) <> 1`,
        [ids, last],
      ),
    ),
  )
  return found.flat().map(({ fault }) => fault)
}
