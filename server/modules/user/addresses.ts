import { sql } from 'kysely'
import { type Channel, changeEvent, channels, verifyEvent } from '../../../src/schemas/codeEvents.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { accessChanged } from '../../core/session/access.ts'
import { accountKeyOf } from '../../core/session/accountTypes.ts'
import { proveOwnPasswordOnly } from '../../core/session/ownPassword.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import type { RowAction } from '../../crud/domain.ts'
import { checkCode, makeProof, spendCode, spendProof } from '../codes/codes.ts'
import { memberAt } from '../codes/member.ts'
import { report } from '../codes/queue.ts'
import { ownAddress, readAddress } from '../codes/send.ts'

/** The channel a call is about: its `type`. */
export function channelOf(ctx: Context): Channel {
  const found = channels.find((each) => each === ctx.body.type)
  if (!found) throw new Refused('crud.parameter', { name: 'type' })
  return found
}

/** POST account/verification {type, captcha}: with the code sent to the own address, a token by which `changeBind` may change it. */
export async function verification(ctx: Context): Promise<unknown> {
  const type = channelOf(ctx)
  const target = await ownAddress(ctx, type)
  const id = await checkCode(ctx, { channel: type, target, event: verifyEvent[type] }, ctx.body.captcha)
  const accountVerificationToken = await ctx.write(async (trx) => {
    await spendCode(trx, id)
    return makeProof(trx, type, actorOf(ctx).sessionId)
  })
  return { type, accountVerificationToken }
}

/**
 * POST account/changeBind {type, captcha, email|mobile, accountVerificationToken, password}: binds the address the code was sent to. Who
 * has one already shows by the token that it is theirs; who has none types their password.
 */
export async function changeBind(ctx: Context): Promise<null> {
  const channel = channelOf(ctx)
  const address = readAddress(ctx, channel, channel)
  const { sessionId } = actorOf(ctx)
  const before = await boundAddress(ctx, channel)
  if (before === '') await proveOwnPasswordOnly(ctx, ctx.body.password, 'password')
  const code = await checkCode(ctx, { channel, target: address, event: changeEvent[channel] }, ctx.body.captcha)
  await ctx.write(async (trx) => {
    if (before !== '' && !(await spendProof(trx, channel, sessionId, ctx.body.accountVerificationToken)))
      throw new Refused('codes.needProof')
    await spendCode(trx, code)
    await bind(ctx, trx, { channel, address, before })
  })
  return null
}

/** The forms of account/profile do the same in one step: the old address shows itself by a code of its own. */
export const addressActions: Readonly<Record<string, RowAction>> = {
  'account/profile.bindEmail': formAction('email'),
  'account/profile.changeEmail': formAction('email'),
  'account/profile.bindMobile': formAction('mobile'),
  'account/profile.changeMobile': formAction('mobile'),
}

/** Password and codes are checked and consumed before the row is locked: a wrong one counts, whatever becomes of the transaction. */
function formAction(channel: Channel): RowAction {
  return {
    async before({ ctx, values }) {
      await proveOwnPasswordOnly(ctx, values.password, 'password')
      const before = await boundAddress(ctx, channel)
      const own = { channel, target: before, event: verifyEvent[channel] }
      const next = { channel, target: String(values[channel]), event: changeEvent[channel] }
      const first = before === '' ? null : await checkCode(ctx, own, values.own_captcha, 'own_captcha')
      const second = await checkCode(ctx, next, values.captcha)
      await inTransaction(ctx.services.database, async (trx) => {
        if (first !== null) await spendCode(trx, first, 'own_captcha')
        await spendCode(trx, second)
      })
    },
    async run({ ctx, trx, row, values }) {
      const before = String(row[channel] ?? '')
      await bind(ctx, trx, { channel, address: String(values[channel]).trim(), before })
      return null
    },
  }
}

async function boundAddress(ctx: Context, channel: Channel): Promise<string> {
  const { read } = ctx.services.database
  const own = await read.selectFrom('user').select(channel).where('id', '=', actorOf(ctx).id).executeTakeFirstOrThrow()
  return String(own[channel] ?? '')
}

interface Binding {
  channel: Channel
  address: string
  /** The address there was, '' for none: it must still be that. */
  before: string
}

async function bind(ctx: Context, trx: Writer, { channel, address, before }: Binding): Promise<void> {
  const { id } = actorOf(ctx)
  await sql`select pg_advisory_xact_lock(hashtext('kontor.bind'))`.execute(trx) // of two who want one address the second finds it taken
  const holder = await memberAt(trx, channel, address)
  if (holder && holder.id !== id) throw new Refused('codes.taken', {}, { field: channel })
  const done = await trx
    .updateTable('user')
    .set({ [channel]: address, update_time: ctx.now })
    .where('id', '=', id)
    .where(channel, '=', before)
    .executeTakeFirst()
  if (Number(done.numUpdatedRows) !== 1) throw new Refused('codes.needProof')
  await accessChanged(trx, accountKeyOf('user', id))
  await writeAudit(trx, auditOf(ctx, { action: `member.bind.${channel}`, table: 'user', key: id }))
  // Whoever reads mail at the old address learns that it is no longer theirs.
  if (before !== '') await report(trx, ctx, { channel, address: before, message: { word: 'rebound', params: {} } })
}
