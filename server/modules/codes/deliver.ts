import { type Channel, channels } from '../../../src/schemas/codeEvents.ts'
import type { Context } from '../../core/context.ts'
import { sendMail } from '../../core/mail/send.ts'
import { readMailSettings } from '../../core/mail/settings.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { smsWay } from './smsWay.ts'

/** The message: words `codes.messages.<word>` with their placeholders. */
export interface Message {
  word: string
  params: Readonly<Record<string, string | number>>
}

/** Sends a message to an address; `reference` is the same each time the same message is sent. Throws what the way to it throws. */
export type Deliver = (address: string, message: Message, reference?: string) => Promise<void>

/** What sending reads of a request, or of a job in its place. */
export type SendContext = Pick<Context, 'services' | 'text' | 'ip' | 'now'>

/** The way of a channel as the site is set up now. Throws Refused where there is none. */
export async function deliverer(ctx: Context, channel: Channel): Promise<Deliver> {
  const way = await wayOf(ctx, channel)
  if (!way) throw new Refused(channel === 'email' ? 'codes.noMail' : 'codes.noSms')
  return way
}

/** By what a member can show that an address is theirs: mail once all of its settings are filled in, SMS where a configuration is in use. */
export async function verificationTypes(ctx: Context): Promise<Channel[]> {
  const ways = await Promise.all(channels.map(async (channel) => ((await wayOf(ctx, channel)) ? [channel] : [])))
  return ways.flat()
}

/** The way of a channel; null where the site has none. */
export async function wayOf(ctx: SendContext, channel: Channel): Promise<Deliver | null> {
  const { read } = ctx.services.database
  const { settings } = ctx.services
  if (channel === 'mobile') return smsWay(ctx)
  const mail = await readMailSettings(read)
  if (!mail) return null
  return async (to, message, reference) => {
    const site = await siteName(ctx)
    const subject = `${ctx.text(`codes.messages.${message.word}.subject`, message.params)} - ${site}`
    const text = `${textOf(ctx, message)}\n\n${site}\n`
    await sendMail(mail, { to, subject, text, ...(reference ? { reference } : {}) }, { ownNetwork: settings.mailOwnNetwork })
  }
}

const siteName = async (ctx: SendContext): Promise<string> => (await readSiteConfig(ctx.services.database.read)).site_name
const textOf = (ctx: SendContext, { word, params }: Message): string => ctx.text(`codes.messages.${word}.text`, params)
