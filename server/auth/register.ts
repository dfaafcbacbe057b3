import { sql } from 'kysely'
import type { Context } from '../app/context.ts'
import { inTransaction } from '../app/transaction.ts'
import type { Row } from '../crud/domain.ts'
import { refuseFindings } from '../crud/refusal.ts'
import { entityOf } from '../crud/tables.ts'
import { type Findings, judgeFields } from '../crud/validate.ts'
import { insertRow } from '../db/rows.ts'
import { welcomeMember } from '../domains/shop/member/welcome.ts'
import { auditOf, writeAudit } from '../log/audit.ts'
import { hashPassword } from './password.ts'
import { counting } from './provePassword.ts'
import { admitRegistration } from './throttle.ts'

/** The group that new members come into. */
const signUpGroup = 1

/**
 * Makes a member of what was posted (`username`, `password`), judged by the fields of the members' own table. Refused beside its fields;
 * 'tooMany' when this address has made too many accounts.
 */
export async function registerMember(ctx: Context): Promise<{ id: number; username: string } | 'tooMany'> {
  const entity = entityOf(ctx.schema, 'user')
  const page = ctx.schema.pages.get('user/user')
  const { username: name, password } = entity.fields
  if (!page || !name || !password) throw new Error('the table "user" has lost its fields')
  const values: Row = { username: textOf(ctx.body.username).trim(), password: textOf(ctx.body.password) }
  const fields = [name, { ...password, required: true }]
  const refuse = (found: Findings) => refuseFindings(ctx, { page, prefix: 'fields' }, found)
  refuse(judgeFields({ fields, record: values, selfId: 0, now: ctx.now }))
  const allowed = await counting(() => inTransaction(ctx.services.database, (trx) => admitRegistration(trx, ctx.ip)))
  if (!allowed) return 'tooMany'
  const hashed = await hashPassword(String(values.password))
  return ctx.write(async (trx) => {
    // Two who want one name at one moment come here one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('kontor.register'))`.execute(trx)
    const taken = await sql`SELECT 1 AS one FROM "user" WHERE lower(username) = lower(${values.username}) LIMIT 1`.execute(trx)
    if (taken.rows.length > 0) refuse({ username: { code: 'unique' } })
    const id = await insertRow(trx, entity, newMember(String(values.username), hashed, ctx), ctx.now)
    await welcomeMember(trx, Number(id), { now: ctx.now, actor: { type: 'system' } })
    await writeAudit(
      trx,
      auditOf(ctx, { action: 'member.register', table: 'user', key: Number(id), detail: { user_id: Number(id) } }),
    )
    return { id: Number(id), username: String(values.username) }
  })
}

function newMember(username: string, password: string, { now, ip }: Context): Row {
  return { username, nickname: username, password, group_id: signUpGroup, status: 'enable', join_time: now, join_ip: ip }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
