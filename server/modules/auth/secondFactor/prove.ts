import type { Transaction } from 'kysely'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/db/connect.ts'
import { adminLog } from '../../../core/log/adminLog.ts'
import { auditOf, writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { hashRecoveryCode, readRecoveryCode } from './recovery.ts'
import { type Factor, readFactor, takeRecoveryCode, takeStep } from './store.ts'
import { stepOf } from './totp.ts'

/** The proof that was entered, verified as far as possible without consuming it. */
export type Proof = { type: 'code'; factor: Factor; step: number } | { type: 'recovery'; hash: string }

/** Whose second factor it is. */
interface Holder {
  id: number
  username: string
}

/** What was sent as `totp`; '' when nothing was. */
export function typedCode({ body: { totp } }: Pick<Context, 'body'>): string {
  return typeof totp === 'string' ? totp.trim().slice(0, 100) : ''
}

const wrong = 'secondFactor.wrong'

/** The refusal of a code or recovery code that is wrong or used; it does not reveal which. */
export function wrongCode(): Refused {
  return new Refused(wrong, {}, { type: 'secondFactor', field: 'totp' })
}

export function isWrongCode(error: unknown): boolean {
  return error instanceof Refused && error.code === wrong
}

/** Reads what was typed: six digits of the app, blanks allowed, or a recovery code. Undefined for what is neither, or wrong now. */
export async function readProof(ctx: Context, adminId: number): Promise<Proof | undefined> {
  const typed = typedCode(ctx)
  const factor = await readFactor(ctx.services, ctx.services.database.read, adminId)
  if (!factor) return undefined
  const digits = typed.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    if (factor.secret === undefined) ctx.log.error({ adminId }, 'the key does not open the secret of a second factor')
    const step = factor.secret === undefined ? undefined : stepOf(factor.secret, digits, ctx.now)
    return step === undefined ? undefined : { type: 'code', factor, step }
  }
  const code = factor.recoverySalt === '' ? undefined : readRecoveryCode(typed)
  return code === undefined ? undefined : { type: 'recovery', hash: await hashRecoveryCode(code, factor.recoverySalt) }
}

/** Uses it up in the transaction of what it is for; refuses when it was used before. The use of a recovery code is logged. */
export async function spendProof(ctx: Context, trx: Transaction<Db>, { id, username }: Holder, proof: Proof): Promise<void> {
  const took =
    proof.type === 'code' ? await takeStep(trx, id, proof.factor, proof.step) : await takeRecoveryCode(trx, id, proof.hash)
  if (!took) throw wrongCode()
  if (proof.type === 'code') return
  await adminLog(trx, ctx, 'logs.secondFactor.recovery')
  await writeAudit(trx, { ...auditOf(ctx, { action: 'secondFactor.recovery', table: 'admin', key: id }), adminId: id, username })
}
