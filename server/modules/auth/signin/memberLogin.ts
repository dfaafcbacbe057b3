import { sql, type Transaction } from 'kysely'
import { channels } from '../../../../src/schemas/codeEvents.ts'
import { encodeRow } from '../../../../src/schemas/language/wire/codec.ts'
import { dbNow } from '../../../core/clock.ts'
import type { Context } from '../../../core/context.ts'
import type { Db, Reader } from '../../../core/db/connect.ts'
import { auditOf, writeAudit } from '../../../core/log/audit.ts'
import { HttpRefused, Refused } from '../../../core/refuse.ts'
import { hashPassword, needsRehash } from '../../../core/session/password.ts'
import { counting, provePassword } from '../../../core/session/provePassword.ts'
import { issueTokens } from '../../../core/session/sessions.ts'
import { forgive } from '../../../core/session/throttle.ts'
import { readSiteConfig, type SiteConfig, shownOf } from '../../../core/siteConfig.ts'
import type { Row } from '../../../crud/domain.ts'
import { entityOf } from '../../../crud/tables.ts'
import { requireCaptcha } from '../../captcha/captcha.ts'
import { verificationTypes } from '../../codes/deliver.ts'
import { loginWays, registerWays } from '../../codes/waysIn.ts'
import { avatarOf } from '../avatar.ts'
import { credentials, sessionRulesOf } from './login.ts'
import { loginByCode } from './memberCode.ts'
import { registerMember, wayIn } from './register.ts'

/** What of a member's row a client shows (protocol 1.4). */
const shown = [
  'id',
  'username',
  'nickname',
  'email',
  'mobile',
  'avatar',
  'gender',
  'birthday',
  'money',
  'score',
  'join_time',
  'motto',
  'last_login_time',
  'last_login_ip',
] as const

/** What a client shows of a member, as it travels, without tokens. */
export async function memberInfo(ctx: Pick<Context, 'schema'>, db: Reader, id: number): Promise<Row> {
  const row = await db.selectFrom('user').select(shown).where('id', '=', id).executeTakeFirstOrThrow()
  const { fields } = entityOf(ctx.schema, 'user')
  const wire = encodeRow(Object.fromEntries(shown.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))), row)
  return { ...wire, avatar: avatarOf(row.avatar) }
}

/** GET: what the sign-in page needs; a signed-in member is redirected. */
export async function checkInForm(ctx: Context): Promise<unknown> {
  if (ctx.actor) throw new Refused('auth.loggedIn', {}, { envelope: 303, type: 'logged in' })
  const config = await readSiteConfig(ctx.read)
  const accountVerificationType = await verificationTypes(ctx)
  const registerTypes = await registerWays(ctx, config)
  const userLoginCaptchaSwitch = config.user_login_captcha === '1'
  const openMemberCenter = config.open_member_center === '1'
  return {
    userLoginCaptchaSwitch,
    accountVerificationType,
    loginTypes: await loginWays(ctx, config),
    register: registerTypes.length > 0,
    registerTypes,
    openMemberCenter,
    site: shownOf(config),
  }
}

/** POST: signs a member in by password or by code (`tab` login), or makes an account and signs it in (`tab` register). */
export async function checkIn(ctx: Context): Promise<unknown> {
  if (ctx.actor) throw new Refused('auth.loggedIn', {}, { envelope: 303, type: 'logged in' })
  const config = await readSiteConfig(ctx.services.database.read)
  if (config.open_member_center !== '1') throw new Refused('member.closed')
  const { tab, loginType, registerType } = ctx.body
  if (tab !== 'register' && tab !== 'login') throw new Refused('crud.parameter', { name: 'tab' })
  const channel = channels.find((each) => each === (tab === 'login' ? loginType : registerType))
  // Sending the code took a captcha already.
  if (config.user_login_captcha === '1' && !channel) await requireCaptcha(ctx)
  if (tab === 'register') return register(ctx, config)
  if (!channel) return login(ctx, config)
  return loginByCode(ctx, channel, (trx, member) => startSession(ctx, trx, member, config))
}

interface Account {
  id: number
  username: string
  password: string
  enabled: boolean
}

/** Signs in with a password. Names are accounts, mobile numbers or e-mail addresses; an address may be longer than a name. */
async function login(ctx: Context, config: SiteConfig): Promise<unknown> {
  const { username, password } = credentials(ctx, 100)
  const account = await findMember(ctx.services.database.read, username)
  const member = await provePassword(ctx, {
    area: 'user',
    username: account?.username ?? username,
    password,
    account,
    config,
  })
  const rehashed = needsRehash(member.password) ? await hashPassword(password) : undefined
  return counting(() =>
    ctx.write(async (trx) => {
      const session = await startSession(ctx, trx, member, config)
      if (rehashed) await trx.updateTable('user').set({ password: rehashed }).where('id', '=', member.id).execute()
      return session
    }),
  )
}

/** An address belongs to the member who proved it: an account that is named like it comes after, so that it cannot intercept the sign-in. */
async function findMember(db: Reader, typed: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT id, username, password, status = 'enable' AS enabled FROM "user"
    WHERE delete_time IS NULL AND (lower(username) = lower(${typed}) OR (email <> '' AND lower(email) = lower(${typed}))
      OR (mobile <> '' AND mobile = ${typed}))
    ORDER BY mobile = ${typed} DESC, lower(email) = lower(${typed}) DESC, id LIMIT 1`.execute(db)
  return rows[0]
}

async function register(ctx: Context, config: SiteConfig): Promise<unknown> {
  const ways = await registerWays(ctx, config)
  if (ways.length === 0) throw new Refused('member.noRegister')
  if (!ways.includes(wayIn(ctx))) throw new Refused('member.registerWay', {}, { field: ways[0] ?? 'username' })
  const member = await registerMember(ctx)
  if (member === 'tooMany') throw new HttpRefused(429, 3600)
  return ctx.write((trx) => startSession(ctx, trx, member, config))
}

async function startSession(
  ctx: Context,
  trx: Transaction<Db>,
  { id, username }: Pick<Account, 'id' | 'username'>,
  config: SiteConfig,
): Promise<unknown> {
  await forgive(trx, username, ctx.ip, 'user')
  await sql`UPDATE "user" SET last_login_time = ${dbNow}, last_login_ip = ${ctx.ip} WHERE id = ${id}`.execute(trx)
  const issued = await issueTokens(
    trx,
    { area: 'user', id },
    { keep: ctx.body.keep === true, ...sessionRulesOf(config, 'user') },
    ctx,
  )
  await writeAudit(trx, { ...auditOf(ctx, { action: 'member.login', detail: { user_id: id } }), username })
  const info = await memberInfo(ctx, trx, id)
  return { userInfo: { ...info, token: issued.access, refresh_token: issued.refresh }, routePath: '/user' }
}
