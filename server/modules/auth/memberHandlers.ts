import { actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { askToSignIn } from '../../core/session/askToSignIn.ts'
import { readSiteConfig, uploadLimits } from '../../core/siteConfig.ts'
import { memberRulesOf } from './menus.ts'
import { logout } from './signin/login.ts'
import { checkIn, checkInForm, memberInfo } from './signin/memberLogin.ts'
import { noteVisit } from './visits.ts'

/** Addresses of members' signing in, and of what the public part and the member centre need (protocol 1.4). */
export const memberHandlers: readonly Handler[] = [
  { app: 'api', controller: 'index', action: 'index', method: 'GET', access: { type: 'public' }, run: init },
  { app: 'api', controller: 'user', action: 'checkIn', method: 'GET', access: { type: 'public' }, run: checkInForm },
  {
    app: 'api',
    controller: 'user',
    action: 'checkIn',
    method: 'POST',
    access: { type: 'public' },
    run: checkIn,
    successMessage: 'success.auth.login',
  },
  { app: 'api', controller: 'user', action: 'logout', method: 'POST', access: { type: 'public' }, run: logout },
]

/** What the public part shows to everybody, and with a session the member, their menu and their rules. */
async function init(ctx: Context): Promise<unknown> {
  if (!ctx.actor && (ctx.query.requiredLogin === '1' || ctx.query.requiredLogin === 'true')) await askToSignIn(ctx)
  noteVisit(ctx)
  const config = await readSiteConfig(ctx.read)
  const { component, editor } = ctx.services.settings
  const open = config.open_member_center === '1'
  return {
    site: {
      siteName: config.site_name,
      recordNumber: config.record_number,
      version: config.version,
      cdnUrl: config.cdn_url,
      upload: { ...uploadLimits(config), saveName: config.upload_save_name, mode: 'local' },
      editor,
    },
    openMemberCenter: open,
    userInfo: ctx.actor ? { ...(await memberInfo(ctx, ctx.read, actorOf(ctx).id)), token: ctx.token, refresh_token: '' } : [],
    ...(await memberRulesOf(ctx, open ? ctx.actor : null, component)),
  }
}
