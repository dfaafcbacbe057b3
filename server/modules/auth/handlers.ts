import { sql } from 'kysely'
import { dbNow } from '../../core/clock.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { accountTypes } from '../../core/session/accountTypes.ts'
import { idleLimit, isInUse } from '../../core/session/idle.ts'
import { sessionOf } from '../../core/session/tokens.ts'
import { quickEntrances, readSiteConfig, type SiteConfig, shownOf, uploadLimits } from '../../core/siteConfig.ts'
import { presenterOf } from '../../crud/present/presenterOf.ts'
import { columnLayoutsOf } from '../../crud/views/arrangement.ts'
import { listViews } from '../../crud/views/views.ts'
import { menusOf } from './menus.ts'
import { adminInfo, login, loginForm, logout, sessionRulesOf } from './signin/login.ts'
import { areaOfRefresh, refreshSession } from './signin/refresh.ts'

/** Addresses of signing in and of what a client needs once it is. */
export const authHandlers: readonly Handler[] = [
  { app: 'admin', controller: 'Index', action: 'login', method: 'GET', access: { type: 'public' }, run: loginForm },
  {
    app: 'admin',
    controller: 'Index',
    action: 'login',
    method: 'POST',
    access: { type: 'public' },
    run: login,
    successMessage: 'success.auth.login',
  },
  { app: 'admin', controller: 'Index', action: 'logout', method: 'POST', access: { type: 'public' }, run: logout },
  { app: 'admin', controller: 'Index', action: 'index', method: 'GET', access: { type: 'login' }, run: init },
  { app: 'api', controller: 'common', action: 'refreshToken', method: 'POST', access: { type: 'public' }, run: refresh },
]

async function init(ctx: Context): Promise<unknown> {
  const { choosesColumns, deliversPages } = presenterOf(ctx)
  const [menus, info, config, columns, views] = await Promise.all([
    menusOf(ctx, actorOf(ctx), ctx.services.settings.component),
    adminInfo(ctx),
    readSiteConfig(ctx.read),
    columnLayoutsOf(ctx.read, actorOf(ctx).id),
    listViews(ctx.read, ctx),
  ])
  if (menus.length === 0) throw new Refused('auth.noMenus')
  return {
    adminInfo: info,
    menus,
    ...(deliversPages ? { pages: ctx.services.pageHashes(ctx, menus) } : {}),
    ...(choosesColumns ? { columns, views } : {}),
    siteConfig: {
      ...siteConfigOf(config),
      idleMinutes: idleLimit(config) / 60,
      quickEntrance: quickEntrances(config),
      editor: ctx.services.settings.editor,
      terminal: ctx.services.settings.terminal,
    },
    terminal: { phpDevelopmentServer: false, npmPackageManager: config.terminal_manager },
  }
}

function siteConfigOf(config: SiteConfig): object {
  return {
    ...shownOf(config),
    apiUrl: '',
    upload: {
      ...uploadLimits(config),
      saveName: config.upload_save_name,
      mode: 'local',
    },
  }
}

/** A new access token for a refresh token and the access token before it (protocol 1.3); the answer carries a new refresh token when the caller asked for rotation. */
async function refresh(ctx: Context): Promise<unknown> {
  const { refreshToken, rotate } = ctx.body
  if (typeof refreshToken !== 'string') throw new Refused('auth.refresh')
  const area = await areaOfRefresh(ctx.services.database.read, refreshToken)
  if (!area) throw new Refused('auth.refresh')
  const own = sessionOf(refreshToken)
  if (area === 'admin' && own && !(await isInUse(ctx.services, { sessionId: own, counts: false })))
    throw new Refused('auth.refresh')
  const { lifetimes } = sessionRulesOf(await readSiteConfig(ctx.services.database.read), area)
  const outcome = await ctx.write(async (trx) => {
    const done = await refreshSession(
      trx,
      { area, token: refreshToken, access: ctx.tokens[area], rotate: rotate === true },
      lifetimes,
    )
    if (done.type === 'reused') {
      const entry = auditOf(ctx, { action: 'refresh.reused', table: accountTypes[area].sessions, key: done.sessionId })
      await writeAudit(trx, area === 'admin' ? { ...entry, adminId: done.id } : { ...entry, detail: { user_id: done.id } })
    }
    if (done.type === 'renewed') {
      await sql`UPDATE ${sql.table(accountTypes[area].accounts)} SET last_login_time = ${dbNow}, last_login_ip = ${ctx.ip}
        WHERE id = ${done.id}`.execute(trx)
    }
    return done
  })
  if (outcome.type !== 'renewed') throw new Refused('auth.refresh')
  return { type: `${area}-refresh`, token: outcome.access, ...(outcome.refresh ? { refresh_token: outcome.refresh } : {}) }
}
