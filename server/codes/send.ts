import { type Channel, type CodeEvent, codeEventOf } from '../../src/schemas/codeEvents.ts'
import { actorOf, type Context } from '../app/context.ts'
import { Refused } from '../app/refuse.ts'
import { readSiteConfig } from '../app/siteConfig.ts'
import { askToSignIn } from '../auth/askToSignIn.ts'
import { proveOwnPasswordOnly } from '../auth/ownPassword.ts'
import { requireCaptcha } from '../captcha/captcha.ts'
import { entityOf } from '../crud/tables.ts'
import { judgeFields } from '../crud/validate.ts'
import { messageText } from '../crud/words.ts'
import { addressKey, dropCode, lifetime, makeCode } from './codes.ts'
import { type Deliver, deliverer, type Message } from './deliver.ts'
import { memberAt } from './member.ts'

/**
 * POST Ems/send {email, event, captchaId, captchaInfo, password?} and Sms/send {mobile, template_code, …}: sends a code. An address that
 * nobody has, or that somebody else has, is answered like any other: what differs is the mail, if any.
 */
export function sendCode(channel: Channel, eventKey: string) {
  return async (ctx: Context): Promise<undefined> => {
    const deliver = await deliverer(ctx, channel)
    const name = ctx.body[eventKey]
    const event = codeEventOf(channel, name)
    if (!event) throw new Refused('crud.parameter', { name: eventKey })
    if (event.needs === 'anybody') await requireOpen(ctx)
    else if (!ctx.actor) await askToSignIn(ctx)
    const address = event.needs === 'owner' ? await ownAddress(ctx, channel) : readAddress(ctx, channel, channel)
    await requireCaptcha(ctx)
    if (event.needs === 'owner') await proveOwnPasswordOnly(ctx, ctx.body.password, 'password')
    const { id, code } = await makeCode(ctx, { channel, target: address, event: String(name) })
    const message = await messageOf(ctx, channel, { ...event, name: String(name) }, address, code)
    if (event.needs === 'anybody') later(ctx, deliver, address, message)
    else if (message) await atOnce(ctx, deliver, { id, address, message })
  }
}

/** Who has lost a password is no member while the member centre is closed. */
export async function requireOpen(ctx: Context): Promise<void> {
  const { open_member_center } = await readSiteConfig(ctx.services.database.read)
  if (open_member_center !== '1') throw new Refused('member.closed')
}

/** The address posted under `name`, judged as the members' own field is. Refused beside it. */
export function readAddress(ctx: Context, channel: Channel, name: string): string {
  const field = entityOf(ctx.schema, 'user').fields[channel]
  const page = ctx.schema.pages.get('user/user')
  if (!field || !page) throw new Error('the table "user" has lost its fields')
  const given = ctx.body[name]
  const address = typeof given === 'string' ? given.trim() : ''
  const asked = { ...field, required: true }
  const found = judgeFields({ fields: [asked], record: { [channel]: address }, selfId: 0, now: ctx.now })[channel]
  const message = found && messageText(ctx, { page, prefix: 'fields' }, channel, found)
  if (message) throw new Refused('crud.invalid', { message }, { errors: { [name]: message } })
  return address
}

/** The member's own address; another one that was posted is refused. */
export async function ownAddress(ctx: Context, channel: Channel): Promise<string> {
  const own = await ctx.services.database.read
    .selectFrom('user')
    .select(channel)
    .where('id', '=', actorOf(ctx).id)
    .executeTakeFirstOrThrow()
  const address = String(own[channel] ?? '')
  const given = ctx.body[channel]
  const same = given === undefined || (typeof given === 'string' && addressKey(given) === addressKey(address))
  if (address === '' || !same) throw new Refused('codes.notOwn', {}, { field: channel })
  return address
}

/** What is told at that address; null: nothing, for nobody is there. */
async function messageOf(
  ctx: Context,
  channel: Channel,
  event: CodeEvent & { name: string },
  address: string,
  code: string,
): Promise<Message | null> {
  const member = await memberAt(ctx.services.database.read, channel, address)
  const carrying = { word: event.name, params: { code, minutes: lifetime / 60 } }
  if (event.needs === 'anybody') return member?.enabled ? carrying : null
  return event.needs === 'member' && member ? { word: 'taken', params: {} } : carrying
}

/** The answer does not wait for it: by its time one could tell whether the address is known. */
function later(ctx: Context, deliver: Deliver, address: string, message: Message | null): void {
  if (message) ctx.services.outbox.post(() => deliver(address, message))
}

async function atOnce(
  ctx: Context,
  deliver: Deliver,
  { id, address, message }: { id: number; address: string; message: Message },
): Promise<void> {
  try {
    await deliver(address, message)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a code was not sent')
    await dropCode(ctx.services.database, id)
    throw new Refused('codes.notSent')
  }
}
