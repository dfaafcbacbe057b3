import { sql } from 'kysely'
import { type Channel, type CodeEvent, codeEventOf, loginEvent } from '../../../src/schemas/codeEvents.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { SmsTemplateRow } from '../../core/rows.generated.ts'
import { askToSignIn } from '../../core/session/askToSignIn.ts'
import { proveOwnPasswordOnly } from '../../core/session/ownPassword.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { entityOf } from '../../crud/tables.ts'
import { validateFields } from '../../crud/validate/validate.ts'
import { messageText } from '../../crud/words.ts'
import { requireCaptcha } from '../captcha/captcha.ts'
import { addressKey, dropCode, makeCode, usualShape } from './codes.ts'
import { type Deliver, deliverer, type Message } from './deliver.ts'
import { memberAt } from './member.ts'
import { queueMessage } from './queue.ts'
import { smsCodeShape } from './smsWay.ts'
import { requireLoginWay, requireRegister } from './waysIn.ts'

/**
 * POST Ems/send {email, event, captchaId, captchaInfo, password?} and Sms/send {mobile, template_code, …}: sends a code. An address that
 * nobody has, or that somebody else has, is answered like any other: what differs is the mail, if any.
 */
export function sendCode(channel: Channel, eventKey: string) {
  return async (ctx: Context): Promise<undefined> => {
    const deliver = await deliverer(ctx, channel)
    const name = await eventName(ctx, channel, ctx.body[eventKey])
    const event = codeEventOf(channel, name)
    if (!event) throw new Refused('crud.parameter', { name: eventKey })
    if (event.needs === 'anybody') await requireOpen(ctx)
    else if (event.needs === 'newcomer') await requireRegister(ctx, channel)
    else if (!ctx.actor) await askToSignIn(ctx)
    if (name === loginEvent) await requireLoginWay(ctx, channel)
    const address = event.needs === 'owner' ? await ownAddress(ctx, channel) : readAddress(ctx, channel, channel)
    await requireCaptcha(ctx)
    if (event.needs === 'owner') await proveOwnPasswordOnly(ctx, ctx.body.password, 'password')
    const shape = (channel === 'mobile' ? await smsCodeShape(ctx, String(name)) : undefined) ?? usualShape
    const purpose = { channel, target: address, event: String(name) }
    const messageIn = (db: Reader, code: string) =>
      messageOf(db, { channel, address }, { ...event, name: purpose.event }, { code, minutes: shape.lifetime / 60 })
    if (event.needs === 'anybody') {
      // The answer does not wait for it: by its time one could tell whether the address is known.
      await makeCode(ctx, purpose, shape, async (trx, code) =>
        queueMessage(trx, ctx, { channel, address, message: await messageIn(trx, code) }, shape.lifetime),
      )
      return
    }
    const { id, code } = await makeCode(ctx, purpose, shape)
    const message = await messageIn(ctx.services.database.read, code)
    if (message) await atOnce(ctx, deliver, { id, address, message })
  }
}

/** The event of a name: of the name itself, or of the template of short messages that has it as its code. */
async function eventName(ctx: Context, channel: Channel, name: unknown): Promise<unknown> {
  if (channel !== 'mobile' || typeof name !== 'string' || codeEventOf(channel, name)) return name
  const { rows } = await sql<
    Pick<SmsTemplateRow, 'event'>
  >`select event from sms_template where lower(code) = lower(${name.slice(0, 50)})
    and status = 1 and is_code = 1`.execute(ctx.services.database.read)
  return rows[0]?.event ?? name
}

/** Who has lost a password is no member while the member centre is closed. */
export async function requireOpen(ctx: Context): Promise<void> {
  const { open_member_center } = await readSiteConfig(ctx.services.database.read)
  if (open_member_center !== '1') throw new Refused('member.closed')
}

/** The address posted under `name`, validated like the members' own field; errors are reported at it. */
export function readAddress(ctx: Context, channel: Channel, name: string): string {
  const field = entityOf(ctx.schema, 'user').fields[channel]
  const page = ctx.schema.pages.get('user/user')
  if (!field || !page) throw new Error('the table "user" has lost its fields')
  const given = ctx.body[name]
  const address = typeof given === 'string' ? given.trim() : ''
  const asked = { ...field, required: true }
  const found = validateFields({ fields: [asked], record: { [channel]: address }, selfId: 0, now: ctx.now })[channel]
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

/** The message for that address; null: none, because nobody has it. */
async function messageOf(
  db: Reader,
  { channel, address }: { channel: Channel; address: string },
  event: CodeEvent & { name: string },
  params: Message['params'],
): Promise<Message | null> {
  const member = await memberAt(db, channel, address)
  const carrying = { word: event.name, params }
  if (event.needs === 'anybody') return member?.enabled ? carrying : null
  return event.needs !== 'owner' && member ? { word: 'taken', params: {} } : carrying
}

async function atOnce(
  ctx: Context,
  deliver: Deliver,
  { id, address, message }: { id: number; address: string; message: Message },
): Promise<void> {
  try {
    await deliver(address, message)
  } catch (error) {
    await dropCode(ctx.services.database, id)
    if (error instanceof Refused) throw error
    ctx.log.warn({ err: error }, 'a code was not sent')
    throw new Refused('codes.notSent')
  }
}
