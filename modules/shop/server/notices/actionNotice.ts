import type { NotifyInput } from '../../../../server/crud/domain.ts'
import { notify } from './notify.ts'

/** Room of a notice's `object_key` behind its type. */
const keyRoom = 90

/** Puts the notice of a page's action, or of a comment's mention, into the inbox of the shop, as the row of its type in the settings says. */
export const notifyOfRow: NotifyInput = (trx, { page, action, key, value, node, groups, texts, admins }, ctx) =>
  notify(
    trx,
    {
      type: admins ? 'mention' : 'action',
      data: { page, key, value, node },
      texts,
      to: { node, groups },
      key: `${value} ${action} ${page}`.slice(0, keyRoom),
      ...(admins ? { admins } : {}),
    },
    { now: ctx.now, actor: { type: 'system' } },
  )
