import { sql } from 'kysely'
import type { NoticeGroup, UnreadAnswer } from '../../../src/schemas/api/notices.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import { rowsOf } from '../../core/command.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import type { NotificationRow } from '../../core/rows.generated.ts'
import { inboxOf, markRead, recordOf, textIn } from './inbox.ts'

/** Unread notifications of one type that are sent at once: there is no list of the others, they follow once these are read. */
const perType = 50
/** Shown of a type before somebody asks for more. */
const lead = 3
/** The most urgent first. */
const types: readonly NotificationRow['message_type'][] = ['mention', 'action']

const at = { app: 'admin', controller: 'notification', access: { type: 'login' } } as const satisfies Partial<Handler>

/** One's own notifications. */
export const notificationHandlers: readonly Handler[] = [
  { ...at, action: 'config', method: 'GET', run: readConfig },
  { ...at, action: 'unread', method: 'GET', run: readUnread },
  { ...at, action: 'read', method: 'POST', run: markOneRead },
  { ...at, action: 'readShown', method: 'POST', run: markShownRead },
]

/** GET config: at which port the live feed listens, how much is unread, and the newest notification there is by now. */
async function readConfig(ctx: Context) {
  const { unread, last } = await inboxOf(ctx.read, actorOf(ctx).id)
  return { notify: true, feed_port: ctx.services.feedPort(), unread_count: unread, last }
}

type Found = Pick<NotificationRow, 'id' | 'message_type' | 'texts' | 'message_data'> & { create_time: number; count: number }

/** GET unread: one's own unread notifications by type. */
async function readUnread(ctx: Context): Promise<UnreadAnswer> {
  const { id } = actorOf(ctx)
  const { unread, last } = await inboxOf(ctx.read, id)
  const found = await rowsOf(
    ctx.read,
    sql<Found>`select id, message_type, texts, message_data, create_time, count from (
        select n.*, count(*) over (partition by message_type)::int as count,
          row_number() over (partition by message_type order by id desc) as place
        from notification n where admin_id = ${id} and status = 0 and id <= ${last}::bigint) as mine
      where place <= ${perType} order by id desc`,
  )
  const groups = types.flatMap((type) => groupOf(ctx, type, found) ?? [])
  return { unread, last, marksAll: true, groups }
}

function groupOf(ctx: Context, type: Found['message_type'], found: readonly Found[]): NoticeGroup | undefined {
  const rows = found.filter((row) => row.message_type === type)
  const [first] = rows
  if (!first) return undefined
  const notices = rows.map(({ id, texts, message_data, create_time }) => ({
    id,
    message: textIn(texts, ctx.lang),
    data: isObject(message_data) ? { ...message_data } : {},
    record: recordOf(ctx.schema, message_data),
    time: create_time,
  }))
  return { type, title: ctx.text(`notifications.types.${type}`), count: first.count, lead, notices }
}

/** POST read {id}: one of one's own; what is read stays read. */
function markOneRead(ctx: Context) {
  const id = idOf(ctx.body.id)
  if (id === undefined) throw new Refused('crud.parameter', { name: 'id' })
  return marked(ctx, { id: Number(id) })
}

/** POST readShown {last, type?}: up to the newest that was shown; what has come since stays unread. */
function markShownRead(ctx: Context) {
  const last = idOf(ctx.body.last)
  if (last === undefined) throw new Refused('crud.parameter', { name: 'last' })
  const type = types.find((each) => each === ctx.body.type)
  if (ctx.body.type !== undefined && type === undefined) throw new Refused('crud.parameter', { name: 'type' })
  return marked(ctx, { last: Number(last), ...(type ? { type } : {}) })
}

async function marked(ctx: Context, which: Parameters<typeof markRead>[2]) {
  return { unread_count: await ctx.write((trx) => markRead(trx, actorOf(ctx).id, which, ctx.now)) }
}
