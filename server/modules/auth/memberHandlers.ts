import { actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { askToSignIn } from '../../core/session/askToSignIn.ts'
import { readSiteConfig, shownOf, uploadLimits } from '../../core/siteConfig.ts'
import { presenterOf } from '../../crud/present/presenterOf.ts'
import { memberRulesOf } from './menus.ts'
import { logout } from './signin/login.ts'
import { checkIn, checkInForm, memberInfo } from './signin/memberLogin.ts'
import { terms } from './terms.ts'
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
  { app: 'api', controller: 'user', action: 'terms', method: 'GET', access: { type: 'public' }, run: terms },
  { app: 'api', controller: 'user', action: 'logout', method: 'POST', access: { type: 'public' }, run: logout },
]

/** What the public part shows to everybody, and with a session the member, their menu and their rules. */
async function init(ctx: Context): Promise<unknown> {
  const config = await readSiteConfig(ctx.read)
  const open = config.open_member_center === '1'
  const mustSignIn = ctx.query.requiredLogin === '1' || ctx.query.requiredLogin === 'true'
  // While the member centre is closed signing in leads nowhere: the client shows that it is closed.
  if (!ctx.actor && mustSignIn && open) await askToSignIn(ctx)
  noteVisit(ctx)
  const { component, editor } = ctx.services.settings
  const { rules, menus } = await memberRulesOf(ctx, open ? ctx.actor : null, component)
  return {
    site: {
      ...shownOf(config),
      upload: { ...uploadLimits(config), saveName: config.upload_save_name, mode: 'local' },
      editor,
    },
    openMemberCenter: open,
    userInfo: ctx.actor ? { ...(await memberInfo(ctx, ctx.read, actorOf(ctx).id)), token: ctx.token, refresh_token: '' } : [],
    rules,
    menus,
    ...(presenterOf(ctx).deliversPages ? { pages: ctx.services.pageHashes(ctx, [...rules, ...menus]) } : {}),
  }
}
