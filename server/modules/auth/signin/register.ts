import { sql } from 'kysely'
import { type Channel, channels, registerEvent } from '../../../../src/schemas/codeEvents.ts'
import type { Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { insertRow } from '../../../core/db/rows.ts'
import { auditOf, writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { hashPassword } from '../../../core/session/password.ts'
import { counting } from '../../../core/session/provePassword.ts'
import { admitRegistration } from '../../../core/session/throttle.ts'
import { inTransaction } from '../../../core/transaction/transaction.ts'
import type { Row } from '../../../crud/domain.ts'
import { entityOf } from '../../../crud/tables.ts'
import { refuseInvalid } from '../../../crud/validate/refusal.ts'
import { type ValidationErrors, validateFields } from '../../../crud/validate/validate.ts'
import { checkCode, spendCode } from '../../codes/codes.ts'
import { memberAt } from '../../codes/member.ts'
import { readAddress } from '../../codes/send.ts'
import type { RegisterWay } from '../../codes/waysIn.ts'

/** The group that new members come into. */
const signUpGroup = 1

/** By what the caller wants to register; the name alone where nothing is said. */
export function wayIn({ body }: Context): RegisterWay {
  return channels.find((channel) => channel === body.registerType) ?? 'name'
}

/**
 * Creates a member from the posted `username`, `password`, `registerType`, `email` or `mobile`, and `captcha`, validated by the fields of
 * the members' table. The code sent to the address is checked first, and consumed in the transaction that creates the member. Errors are
 * reported at their fields; 'tooMany' when this IP has created too many accounts.
 */
export async function registerMember(ctx: Context): Promise<{ id: number; username: string } | 'tooMany'> {
  const entity = entityOf(ctx.schema, 'user')
  const page = ctx.schema.pages.get('user/user')
  const { username: name, password } = entity.fields
  if (!page || !name || !password) throw new Error('the table "user" has lost its fields')
  const values: Row = { username: textOf(ctx.body.username).trim(), password: textOf(ctx.body.password) }
  const fields = [name, { ...password, required: true }]
  const refuse = (found: ValidationErrors) => refuseInvalid(ctx, { page, prefix: 'fields' }, found)
  refuse(validateFields({ fields, record: values, selfId: 0, now: ctx.now }))
  const way = wayIn(ctx)
  const address = way === 'name' ? undefined : { channel: way, target: readAddress(ctx, way, way) }
  const allowed = await counting(() => inTransaction(ctx.services.database, (trx) => admitRegistration(trx, ctx.ip)))
  if (!allowed) return 'tooMany'
  const code = address && (await checkCode(ctx, { ...address, event: registerEvent }, ctx.body.captcha))
  const hashed = await hashPassword(String(values.password))
  return ctx.write(async (trx) => {
    if (code !== undefined) await spendCode(trx, code)
    // Two who want one name at one moment come here one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('kontor.register'))`.execute(trx)
    const taken = await sql`SELECT 1 AS one FROM "user" WHERE lower(username) = lower(${values.username}) LIMIT 1`.execute(trx)
    if (taken.rows.length > 0) refuse({ username: { code: 'unique' } })
    const own = address ? await freeAddress(trx, address) : {}
    const member = { ...newMember(String(values.username), hashed, ctx), ...own }
    const id = await insertRow(trx, entity, member, ctx.now)
    const env = { now: ctx.now, actor: { type: 'system' as const } }
    await ctx.services.events.memberCreated(trx, { id: Number(id) }, env)
    await ctx.services.events.memberRegistered(trx, { id: Number(id) }, env)
    await writeAudit(
      trx,
      auditOf(ctx, { action: 'member.register', table: 'user', key: Number(id), detail: { user_id: Number(id) } }),
    )
    return { id: Number(id), username: String(values.username) }
  })
}

/** The columns of an address that nobody has. Those who bind one wait until the transaction ends. */
async function freeAddress(trx: Writer, { channel, target }: { channel: Channel; target: string }): Promise<Row> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.bind'))`.execute(trx)
  if (await memberAt(trx, channel, target)) throw new Refused('codes.taken', {}, { field: channel })
  return { [channel]: target }
}

function newMember(username: string, password: string, { now, ip }: Context): Row {
  return { username, nickname: username, password, group_id: signUpGroup, status: 'enable', join_time: now, join_ip: ip }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
