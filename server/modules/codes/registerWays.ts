import { type Channel, channels } from '../../../src/schemas/codeEvents.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig, type SiteConfig } from '../../core/siteConfig.ts'
import { verificationTypes } from './deliver.ts'

/** How new members register: by an address that a code is sent to, or by the name of the account alone. */
export type RegisterWay = Channel | 'name'

/**
 * The ways that are open now: those of the setting `register_channels` (the default is e-mail and mobile), of which the site sends codes.
 * None while registration or the member centre is closed.
 */
export async function registerWays(ctx: Context, config: SiteConfig): Promise<RegisterWay[]> {
  if (config.user_register !== '1' || config.open_member_center !== '1') return []
  const chosen: readonly string[] = config.register_channels.match(/[a-z]+/g) ?? []
  const sent = chosen.some((each) => each !== 'name') ? await verificationTypes(ctx) : []
  const open: RegisterWay[] = channels.filter((channel) => chosen.includes(channel) && sent.includes(channel))
  return chosen.includes('name') ? [...open, 'name'] : open
}

/** Refuses to send a code for registering where nobody may register so. */
export async function requireRegister(ctx: Context, channel: Channel): Promise<void> {
  const ways = await registerWays(ctx, await readSiteConfig(ctx.services.database.read))
  if (!ways.includes(channel)) throw new Refused('member.noRegister')
}
