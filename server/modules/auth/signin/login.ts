import { sql, type Transaction } from 'kysely'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import type { Area } from '../../../../src/schemas/language/area/area.ts'
import { dbNow } from '../../../core/clock.ts'
import { type Actor, actorOf, type Context } from '../../../core/context.ts'
import type { Db } from '../../../core/db/connect.ts'
import { auditOf, noteRefusal, writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import type { AdminRow, AdminSessionRow } from '../../../core/rows.generated.ts'
import { loadRights } from '../../../core/session/access.ts'
import { accountTypes } from '../../../core/session/accountTypes.ts'
import { hashPassword, needsRehash } from '../../../core/session/password.ts'
import { counting, provePassword } from '../../../core/session/provePassword.ts'
import { endSession, issueTokens, type SessionRules } from '../../../core/session/sessions.ts'
import { isWithin, signInHours } from '../../../core/session/signInHours.ts'
import { forgive, takeBack } from '../../../core/session/throttle.ts'
import { sessionOf, tokenHash } from '../../../core/session/tokens.ts'
import { numberOf, readSiteConfig, type SiteConfig, shownOf } from '../../../core/siteConfig.ts'
import { inTransaction, pendingOf } from '../../../core/transaction/transaction.ts'
import { requireCaptcha } from '../../captcha/captcha.ts'
import { avatarOf } from '../avatar.ts'
import { isWrongCode, type Proof, readProof, spendProof, typedCode, wrongCode } from '../secondFactor/prove.ts'

const day = 86_400

/** How sessions of an area start by the site's settings. */
export function sessionRulesOf(config: SiteConfig, area: Area = 'admin'): SessionRules {
  const { lifetime, singleSignOn } = accountTypes[area]
  const refresh = day * numberOf(config, 'refresh_token_days', 1, 365)
  return { lifetimes: { access: numberOf(config, lifetime, 60, 3 * day), refresh }, alone: config[singleSignOn] === '1' }
}

/** GET: what the sign-in form needs; a signed-in user is redirected. */
export async function loginForm(ctx: Context): Promise<unknown> {
  if (ctx.actor) throw new Refused('auth.loggedIn', {}, { envelope: 303, type: 'logged in' })
  const config = await readSiteConfig(ctx.read)
  return { captcha: asksCaptcha(ctx, config), site: shownOf(config) }
}

/** The captcha is required by the site's configuration or by the server's setting. */
function asksCaptcha(ctx: Context, config: SiteConfig): boolean {
  return ctx.services.settings.loginCaptcha || config.admin_login_captcha === '1'
}

type Account = Pick<AdminRow, 'id' | 'username' | 'nickname' | 'avatar' | 'password' | 'status' | 'second_factor'>

/** POST: signs in. */
export async function login(ctx: Context): Promise<unknown> {
  const { username, password } = credentials(ctx)
  const { read } = ctx.services.database
  const config = await readSiteConfig(read)
  if (asksCaptcha(ctx, config)) await requireCaptcha(ctx)
  const { rows } = await sql<Account>`
    SELECT id, username, nickname, avatar, password, status, second_factor FROM admin WHERE lower(username) = lower(${username}) ORDER BY id LIMIT 1`.execute(
    read,
  )
  const account = rows[0] && { ...rows[0], enabled: rows[0].status === 1 }
  const admin = await provePassword(ctx, { area: 'admin', username, password, account, config })
  await requireHours(ctx, admin, config)
  try {
    const proof = admin.second_factor === 1 ? await proveSecondFactor(ctx, admin) : undefined
    const rehashed = needsRehash(admin.password) ? await hashPassword(password) : undefined
    return await startSession(ctx, admin, { proof, rehashed }, sessionRulesOf(config))
  } catch (error) {
    if (isWrongCode(error))
      await noteRefusal(ctx, auditOf(ctx, { action: 'login.failed', detail: { username, reason: 'secondFactor' } }))
    throw error
  }
}

/** Refuses to sign in outside of the site's hours, which is no failed attempt. Super administrators always may: nobody locks the owner out. */
async function requireHours(ctx: Context, admin: Account, config: SiteConfig): Promise<void> {
  const hours = signInHours(config)
  if (!hours || isWithin(hours, ctx.now)) return
  const rights = await loadRights(ctx.services.database.read, 'admin', admin.id)
  if (rights?.super) return
  await counting(() => inTransaction(ctx.services.database, (trx) => takeBack(trx, admin.username, ctx.ip)))
  await noteRefusal(ctx, auditOf(ctx, { action: 'login.failed', detail: { username: admin.username, reason: 'hours' } }))
  throw new Refused('auth.hours', { from: hours.from.slice(0, 5), to: hours.to.slice(0, 5) })
}

/**
 * Verifies `totp` of the body for an account with the correct password and a second factor. Without it the client is asked for the code,
 * which is not a failed attempt; a wrong code counts like a wrong password.
 */
async function proveSecondFactor(ctx: Context, admin: Account): Promise<Proof> {
  if (typedCode(ctx) === '') {
    await counting(() => inTransaction(ctx.services.database, (trx) => takeBack(trx, admin.username, ctx.ip)))
    throw new Refused('secondFactor.needed', {}, { type: 'secondFactor' })
  }
  const proof = await readProof(ctx, admin.id)
  if (!proof) throw wrongCode()
  return proof
}

async function startSession(
  ctx: Context,
  admin: Account,
  { proof, rehashed }: { proof: Proof | undefined; rehashed: string | undefined },
  rules: SessionRules,
): Promise<unknown> {
  const startIn = async (trx: Transaction<Db>) => {
    const pending = pendingOf(trx)
    if (pending) pending.actor = admin
    // Counters before the account, as a try takes its locks (throttle.ts): the other way round, two sign-ins of one account deadlock.
    await forgive(trx, admin.username, ctx.ip)
    // If the second factor was turned on meanwhile, it is required: no session starts without it.
    const { rows } = await sql<Pick<AdminRow, 'last_login_time'>>`
      UPDATE admin SET last_login_time = ${dbNow}, last_login_ip = ${ctx.ip}
      WHERE id = ${admin.id} AND second_factor = ${admin.second_factor} RETURNING last_login_time`.execute(trx)
    const loginTime = rows[0]?.last_login_time
    if (!loginTime) throw new Refused('auth.login')
    if (proof) await spendProof(ctx, trx, admin, proof)
    if (rehashed)
      await sql`UPDATE admin SET password = ${rehashed} WHERE id = ${admin.id} AND password = ${admin.password}`.execute(trx)
    const pair = await issueTokens(trx, { area: 'admin', id: admin.id }, { keep: ctx.body.keep === true, ...rules }, ctx)
    await writeAudit(trx, { ...auditOf(ctx, { action: 'login' }), adminId: admin.id, username: admin.username })
    return { ...pair, loginTime }
  }
  const issued = await counting(() => ctx.write(startIn))
  const { id, username, nickname } = admin
  return {
    userInfo: {
      id,
      username,
      nickname,
      avatar: avatarOf(admin.avatar),
      last_login_time: formatDateTime(issued.loginTime),
      token: issued.access,
      refresh_token: issued.refresh,
    },
  }
}

/** What was typed to sign in; refused beside its fields when it cannot be right. `longest`: characters of a name. */
export function credentials(ctx: Context, longest = 30): { username: string; password: string } {
  const { username, password } = ctx.body
  const errors: Record<string, string> = {}
  if (typeof username !== 'string' || username.length < 3 || username.length > longest)
    errors.username = ctx.text('errors.auth.usernameLength')
  if (typeof password !== 'string' || !/^[^&<>"'\r\n]{6,32}$/.test(password))
    errors.password = ctx.text('errors.auth.passwordShape')
  const first = Object.values(errors)[0]
  if (first !== undefined || typeof username !== 'string' || typeof password !== 'string') {
    throw new Refused('auth.input', { message: first ?? '' }, { errors })
  }
  return { username, password }
}

/** POST: ends the session of the access token, and that of the refresh token. Works with expired tokens too, and says nothing about them. */
export async function logout(ctx: Context): Promise<unknown> {
  const area = ctx.handler.app === 'api' ? 'user' : 'admin'
  const access = ctx.token ? tokenHash(ctx.token) : ''
  const refresh = typeof ctx.body.refreshToken === 'string' ? ctx.body.refreshToken : ''
  await ctx.write(async (trx) => {
    const { rows } = await sql<Pick<AdminSessionRow, 'id'>>`
      SELECT id FROM ${sql.table(accountTypes[area].sessions)}
      WHERE (${access} <> '' AND (access_hash = ${access} OR previous_access_hash = ${access}))
        OR (id = ${sessionOf(refresh) ?? ''} AND refresh_hash = ${tokenHash(refresh)})`.execute(trx)
    for (const row of rows) await endSession(trx, row.id, area)
    if (rows.length > 0) await writeAudit(trx, auditOf(ctx, { action: area === 'user' ? 'member.logout' : 'logout' }))
  })
  return undefined
}

/** What a client shows of the administrator who is signed in. */
export async function adminInfo(ctx: Context): Promise<unknown> {
  const actor: Actor = actorOf(ctx)
  const { rows } = await sql<Pick<AdminRow, 'avatar' | 'last_login_time'>>`
    SELECT avatar, last_login_time FROM admin WHERE id = ${actor.id}`.execute(ctx.read)
  const { id, username, nickname } = actor
  const last = rows[0]?.last_login_time
  return {
    id,
    username,
    nickname,
    avatar: avatarOf(rows[0]?.avatar),
    last_login_time: last ? formatDateTime(last) : '',
    super: actor.super,
  }
}
