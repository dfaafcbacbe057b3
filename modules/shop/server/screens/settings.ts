import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Row, ScreenHooks } from '../../../../server/crud/domain.ts'
import { defineActions } from '../actions.ts'
import { computesOf } from '../computes.ts'
import { readShopSettings } from '../settings/settings.ts'

/** What the settings show besides what is kept: where the live feed is. */
export const settingsHooks: ScreenHooks = {
  computes: computesOf('shop/settings', { feedPath: async ({ ctx, rows }) => rows.map(() => feedPathOf(ctx)) }),
}

/** shop/settings: a word goes over the live feed to whoever asks, and their screen says it back. */
export const settingsActions = defineActions({
  'shop/settings.testFeed': { sends: true, answer: ({ ctx }) => tryFeed(ctx) },
})

const feedPathOf = ({ services, text }: Context): string => text('feed.path', { port: String(services.feedPort()), path: '/wss' })

async function tryFeed(ctx: Context): Promise<Row> {
  const say = (key: string, params: Record<string, string | number> = {}) => ctx.text(`feed.trial.${key}`, params)
  if (!(await readShopSettings(ctx.read)).notify) return { arrived: 'no', result: say('off') }
  const { sent, received } = await ctx.services.feedTrials.run(actorOf(ctx).id)
  if (received !== null) return { arrived: 'yes', result: say('heard', { ms: received }) }
  return { arrived: 'no', result: sent === 0 ? say('nobody', { path: feedPathOf(ctx) }) : say('silent', { sent }) }
}
