import { actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import { accessChanged } from '../../core/session/access.ts'

/** Clearing the cache (protocol 1.8): for super administrators, from the head of the back office. */
export const cacheHandlers: readonly Handler[] = [
  {
    app: 'admin',
    controller: 'ajax',
    action: 'clearCache',
    method: 'POST',
    access: { type: 'login' },
    run: clearCache,
    successMessage: 'success.cache',
  },
]

/**
 * `tp`: every node reloads sessions and rights, and checks open sockets again. `all`: also deletes expired rows (ended sessions,
 * captchas, idempotency keys, attempt counters). Returns what was cleared, in the person's language.
 */
async function clearCache(ctx: Context): Promise<{ cleared: string[] }> {
  if (!actorOf(ctx).super) throw new Refused('auth.noRight', {}, { envelope: 401 })
  const { type } = ctx.body
  if (type !== 'tp' && type !== 'all') throw new Refused('crud.parameter', { name: 'type' })
  await ctx.write((trx) => accessChanged(trx, '*'))
  if (type === 'tp') return { cleared: [ctx.text('cache.memory')] }
  await ctx.services.purges.rows()
  return { cleared: [ctx.text('cache.memory'), ctx.text('cache.expired')] }
}
