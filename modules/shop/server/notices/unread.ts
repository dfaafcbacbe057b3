import { sql } from 'kysely'
import { rowsOf } from '../../../../server/core/command.ts'
import { actorOf, type Context, can } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { NoticeGroup, UnreadAnswer, UnreadNotice } from '../../../../src/schemas/api/notices.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import type { ShopNotifyRow } from '../rows.generated.ts'
import { inboxOf } from './inbox.ts'
import { readNoticeRules } from './settings.ts'
import { byUrgency, canWait, type MessageType } from './texts.ts'

/** The right to mark everything as read. */
export const readAllNode = 'shop/notify/notify/read'

/** Notifications of one kind that are sent; of more the list has the rest. */
const perType = 10

type Found = Pick<ShopNotifyRow, 'id' | 'message_type' | 'message' | 'message_en' | 'message_data' | 'object_key'> & {
  create_time: number
  count: number
}

/** GET unread: one's own unread notifications by kind, the most urgent kind first. */
export async function readUnread(ctx: Context): Promise<UnreadAnswer> {
  const actor = actorOf(ctx)
  const { unread, last } = await inboxOf(ctx.read, actor.id)
  const found = await rowsOf(
    ctx.read,
    sql<Found>`select id, message_type, message, message_en, message_data, object_key, create_time, count from (
        select n.*, count(*) over (partition by message_type)::int as count,
          row_number() over (partition by message_type order by id desc) as place
        from shop_notify n where admin_id = ${actor.id} and status = 0 and id <= ${last}::bigint) as mine
      where place <= ${perType} order by id desc`,
  )
  const rules = await readNoticeRules(ctx.read)
  const records = await recordsOf(ctx, found)
  const groups = byUrgency.flatMap((type): NoticeGroup[] => {
    const rows = found.filter((row) => row.message_type === type)
    const [first] = rows
    if (!first) return []
    const notices = rows.map((row) => shown(ctx, row, records.get(row.id) ?? null))
    return [{ type, title: rules[type].title[ctx.lang], count: first.count, lead: canWait.includes(type) ? 1 : 3, notices }]
  })
  return { unread, last, marksAll: can(actor, readAllNode), groups }
}

function shown({ lang }: Context, row: Found, record: UnreadNotice['record']): UnreadNotice {
  const data = isObject(row.message_data) ? { ...row.message_data } : {}
  return { id: row.id, message: lang === 'en' ? row.message_en : row.message, data, record, time: row.create_time }
}

/** How the record of a type is found: its page, and the statement for the ids of notices with the key of their record. */
interface Subject {
  types: readonly MessageType[]
  page: string
  keys(ids: readonly number[]): ReturnType<typeof sql<{ id: number; key: number }>>
}

const subjects: readonly Subject[] = [
  {
    types: ['order', 'order_cancel'],
    page: 'shop/order/order',
    keys: (
      ids,
    ) => sql`select n.id, o.id as key from shop_notify n join shop_order o on lower(o.order_no) = lower(n.message_data->>'order_no')
      where n.id = any(${ids}::int[])`,
  },
  {
    types: ['order_refund', 'refund_ship'],
    page: 'shop/order/refund',
    keys: (
      ids,
    ) => sql`select n.id, r.id as key from shop_notify n join shop_refund r on lower(r.refund_no) = lower(split_part(n.object_key, ' ', 2))
      where n.id = any(${ids}::int[])`,
  },
]

/** The records that notices are about, by the notice's id. */
async function recordsOf(ctx: Context, rows: readonly Found[]): Promise<Map<number, UnreadNotice['record']>> {
  const named = rows.map((row) => namedRecord(ctx, row)).filter((each) => each !== undefined)
  const found = await Promise.all(subjects.map((subject) => foundRecords(ctx.read, subject, rows)))
  return new Map([...named, ...found.flat()])
}

type NoticeRecord = readonly [id: number, record: UnreadNotice['record']]

async function foundRecords(db: Reader, { types, page, keys }: Subject, rows: readonly Found[]): Promise<NoticeRecord[]> {
  const ids = rows.filter(({ message_type }) => types.includes(message_type)).map(({ id }) => id)
  if (ids.length === 0) return []
  return (await rowsOf(db, keys(ids))).map(({ id, key }) => [id, { page, key: String(key) }])
}

/** The record that a notice names itself, by the key of its page. */
function namedRecord({ schema }: Context, { id, message_data: data }: Found): NoticeRecord | undefined {
  if (!isObject(data) || typeof data.page !== 'string') return undefined
  const { page, key, value } = data
  if (schema.pages.get(page)?.entity.key !== key || value === undefined || value === null) return undefined
  return [id, { page, key: String(value) }]
}
