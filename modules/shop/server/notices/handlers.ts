import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { idOf } from '../../../../src/schemas/kinds/define.ts'
import { markRead } from './inbox.ts'
import { messageTypes } from './texts.ts'
import { readAllNode, readUnread } from './unread.ts'

const address = { app: 'admin', controller: 'shop.notify.Notify' } as const

/** Addresses of one's own notifications beside those of their list. */
export const noticeHandlers: readonly Handler[] = [
  {
    // Called when a notification is clicked: only rows of the caller's own inbox change, a read one stays read.
    ...address,
    action: 'read',
    method: 'POST',
    access: { type: 'anyNode', nodes: ['shop/notify/notify/index', readAllNode] },
    run: markOneRead,
  },
  {
    // The panel beside the bell.
    ...address,
    action: 'unread',
    method: 'GET',
    access: { type: 'node', node: 'shop/notify/notify/index' },
    run: readUnread,
  },
  {
    // What the panel has shown, of one kind or of all.
    ...address,
    action: 'readShown',
    method: 'POST',
    access: { type: 'node', node: readAllNode },
    run: markShownRead,
  },
]

async function markOneRead(ctx: Context) {
  const id = idOf(ctx.body.id)
  if (id === undefined) throw new Refused('shop.noMessage')
  return { unread_count: await ctx.write((trx) => markRead(trx, actorOf(ctx).id, { ids: [id] }, ctx.now)) }
}

/** Up to the newest that was shown: one that has come since stays unread. */
async function markShownRead(ctx: Context) {
  const last = idOf(ctx.body.last)
  const type = messageTypes.find((each) => each === ctx.body.type)
  if (last === undefined || (ctx.body.type !== undefined && type === undefined)) throw new Refused('shop.noMessage')
  const which = { last, ...(type ? { type } : {}) }
  return { unread_count: await ctx.write((trx) => markRead(trx, actorOf(ctx).id, which, ctx.now)) }
}
