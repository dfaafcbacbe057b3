import type { NotifyInput } from '../../../../server/crud/domain.ts'
import { notify } from './notify.ts'

/** Room of a notice's `object_key` behind its type. */
const keyRoom = 90

/** Puts the notice of a page's action into the inbox of the shop, as the row of type "action" in the settings says. */
export const notifyOfRow: NotifyInput = (trx, { page, action, key, value, node, groups, texts }, ctx) =>
  notify(
    trx,
    {
      type: 'action',
      data: { page, key, value, node },
      texts,
      to: { node, groups },
      key: `${value} ${action} ${page}`.slice(0, keyRoom),
    },
    { now: ctx.now, actor: { type: 'system' } },
  )
