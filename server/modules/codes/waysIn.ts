import { type Channel, channels, loginEvent } from '../../../src/schemas/codeEvents.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig, type SiteConfig } from '../../core/siteConfig.ts'
import { verificationTypes } from './deliver.ts'
import { smsCarries } from './smsWay.ts'

/** How new members register: by an address that a code is sent to, or by the name of the account alone. */
export type RegisterWay = Channel | 'name'

/**
 * The ways that are open now: those of the setting `register_channels` (the default is e-mail and mobile), of which the site sends codes.
 * None while registration or the member centre is closed.
 */
export async function registerWays(ctx: Context, config: SiteConfig): Promise<RegisterWay[]> {
  if (config.open_register !== '1' || config.open_member_center !== '1') return []
  const chosen = chosenIn(config.register_channels)
  const open: RegisterWay[] = await sentBy(ctx, chosen)
  return chosen.includes('name') ? [...open, 'name'] : open
}

/** By what members sign in with a code now: those of the setting `login_channels` of which the site sends codes. */
export async function loginWays(ctx: Context, config: SiteConfig): Promise<Channel[]> {
  if (config.open_member_center !== '1') return []
  const sent = await sentBy(ctx, chosenIn(config.login_channels))
  // The answer to a request for a code cannot say that the message has no template.
  return sent.includes('mobile') && !(await smsCarries(ctx.read, loginEvent)) ? sent.filter((each) => each !== 'mobile') : sent
}

/** The words of a list, whether it is kept as JSON or with commas. */
const chosenIn = (list: string): readonly string[] => list.match(/[a-z]+/g) ?? []

/** The channels among these that the site sends codes by. */
async function sentBy(ctx: Context, chosen: readonly string[]): Promise<Channel[]> {
  const wanted = channels.filter((channel) => chosen.includes(channel))
  const sent = wanted.length > 0 ? await verificationTypes(ctx) : []
  return wanted.filter((channel) => sent.includes(channel))
}

/** Refuses to send a code for registering where nobody may register so. */
export async function requireRegister(ctx: Context, channel: Channel): Promise<void> {
  const ways = await registerWays(ctx, await readSiteConfig(ctx.services.database.read))
  if (!ways.includes(channel)) throw new Refused('member.noRegister')
}

/** Refuses a sign-in with a code, and the code for it, where the site has that turned off. */
export async function requireLoginWay(ctx: Context, channel: Channel): Promise<void> {
  const ways = await loginWays(ctx, await readSiteConfig(ctx.services.database.read))
  if (!ways.includes(channel)) throw new Refused('member.loginWay')
}
