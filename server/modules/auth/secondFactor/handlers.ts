import type { Transaction } from 'kysely'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Db } from '../../../core/db/connect.ts'
import type { Handler } from '../../../core/handler.ts'
import { adminLog } from '../../../core/log/adminLog.ts'
import { auditOf, writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { proveOwnPassword } from '../../../core/session/ownPassword.ts'
import { endOtherSessions } from '../../../core/session/sessions.ts'
import { forgive } from '../../../core/session/throttle.ts'
import { readSiteConfig } from '../../../core/siteConfig.ts'
import { readProof, spendProof, typedCode, wrongCode } from './prove.ts'
import { countRecoveryCodes, isOn, keepSecret, readFactor, removeFactor, renewRecoveryCodes, setOn, takeStep } from './store.ts'
import { newSecret, setUpOf, stepOf } from './totp.ts'

const at = { app: 'admin', controller: 'routine.AdminInfo' } as const
const access = { type: 'node', node: 'routine/adminInfo/edit' } as const
const post = (action: string, run: Handler['run'], successMessage?: string): Handler => ({
  ...at,
  action,
  method: 'POST',
  access,
  run,
  ...(successMessage ? { successMessage } : {}),
})

/**
 * One's own second factor. These are no actions of the page: what they answer is shown once, so it must not be kept for a repetition of
 * the call, and each step builds on the one before.
 */
export const secondFactorHandlers: readonly Handler[] = [
  { ...at, action: 'secondFactor', method: 'GET', access: { type: 'node', node: 'routine/adminInfo/index' }, run: state },
  post('startSecondFactor', start),
  post('confirmSecondFactor', confirm, 'success.secondFactor.on'),
  post('renewRecoveryCodes', renew, 'success.secondFactor.renewed'),
  post('endSecondFactor', end, 'success.secondFactor.off'),
]

/** GET: is it on, and how many recovery codes are left? */
async function state(ctx: Context): Promise<unknown> {
  const { id } = actorOf(ctx)
  return { on: await isOn(ctx.read, id), recoveryLeft: await countRecoveryCodes(ctx.read, id) }
}

/** POST {password}: a new secret to be put into an app. It is shown this once; asking again makes another one. */
async function start(ctx: Context): Promise<unknown> {
  const actor = actorOf(ctx)
  await proveOwnPassword(ctx, ctx.body.password, 'password')
  const key = newSecret()
  await ctx.write(async (trx) => {
    if (await isOn(trx, actor.id, true)) throw new Refused('secondFactor.alreadyOn', {}, { type: 'conflict' })
    await forgive(trx, actor.username, ctx.ip)
    await keepSecret(ctx.services, trx, actor.id, key)
    await note(ctx, trx, 'start')
  })
  const { site_name: issuer } = await readSiteConfig(ctx.read)
  return { key: key.replace(/(.{4})(?=.)/g, '$1 '), ...setUpOf(key, issuer, actor.username) }
}

/** POST {totp}: the app's first code enables it and ends the other sessions; returns the recovery codes, only this once. */
async function confirm(ctx: Context): Promise<unknown> {
  const actor = actorOf(ctx)
  const digits = typedCode(ctx).replace(/\s/g, '')
  return ctx.write(async (trx) => {
    if (await isOn(trx, actor.id, true)) throw new Refused('secondFactor.alreadyOn', {}, { type: 'conflict' })
    const factor = await readFactor(ctx.services, trx, actor.id)
    if (factor?.secret === undefined) throw new Refused('secondFactor.notStarted', {}, { type: 'conflict' })
    const step = /^\d{6}$/.test(digits) ? stepOf(factor.secret, digits, ctx.now) : undefined
    if (step === undefined || !(await takeStep(trx, actor.id, factor, step))) throw wrongCode()
    await setOn(trx, actor.id, true)
    const codes = await renewRecoveryCodes(trx, actor.id)
    await endOtherSessions(trx, actor.id, actor.sessionId)
    await note(ctx, trx, 'on')
    return { codes }
  })
}

/** POST {password, totp}: new recovery codes in the place of the old ones. */
function renew(ctx: Context): Promise<unknown> {
  return proven(ctx, async (trx, id) => {
    await note(ctx, trx, 'renew')
    return { codes: await renewRecoveryCodes(trx, id) }
  })
}

/** POST {password, totp}: turns it off and ends the other sessions. */
function end(ctx: Context): Promise<unknown> {
  return proven(ctx, async (trx, id, sessionId) => {
    await removeFactor(trx, id)
    await endOtherSessions(trx, id, sessionId)
    await note(ctx, trx, 'off')
  })
}

/** Does `work` for who gave their password and a code, both of which count like tries to sign in. */
async function proven(
  ctx: Context,
  work: (trx: Transaction<Db>, id: number, sessionId: string) => Promise<unknown>,
): Promise<unknown> {
  const actor = actorOf(ctx)
  await proveOwnPassword(ctx, ctx.body.password, 'password')
  const proof = await readProof(ctx, actor.id)
  return ctx.write(async (trx) => {
    if (!(await isOn(trx, actor.id, true))) throw new Refused('secondFactor.notOn', {}, { type: 'conflict' })
    if (!proof) throw wrongCode()
    await spendProof(ctx, trx, actor, proof)
    await forgive(trx, actor.username, ctx.ip)
    return work(trx, actor.id, actor.sessionId)
  })
}

/** The rows of the administrators' log and of the audit. */
async function note(ctx: Context, trx: Transaction<Db>, what: 'start' | 'on' | 'renew' | 'off'): Promise<void> {
  await adminLog(trx, ctx, `logs.secondFactor.${what}`)
  await writeAudit(trx, auditOf(ctx, { action: `secondFactor.${what}`, table: 'admin', key: actorOf(ctx).id }))
}
