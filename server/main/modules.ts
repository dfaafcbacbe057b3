import { shopModule } from '../../modules/shop/server/module.ts'
import type { Handler } from '../core/handler.ts'
import type { RowAction, ScreenHooks } from '../crud/domain.ts'
import { accountActions } from '../modules/auth/account.ts'
import { adminActions } from '../modules/auth/admin.ts'
import { authScreenHooks } from '../modules/auth/screenHooks.ts'
import { sessionActions } from '../modules/auth/session.ts'
import { exportFormHooks } from '../modules/dataio/export/form.ts'
import { exportActionsOf } from '../modules/dataio/export/hooks.ts'
import { dataioHandlers } from '../modules/dataio/handlers.ts'
import { importHandlers } from '../modules/dataio/import/handlers.ts'
import { importActions, importHooks } from '../modules/dataio/import/hooks.ts'
import { fileHandlers } from '../modules/files/handlers.ts'
import { fileActions, fileScreenHooks } from '../modules/files/hooks.ts'
import type { ServerModule } from '../modules/module.ts'
import { configHooks } from '../modules/routine/config.ts'
import { mailActions } from '../modules/routine/mail.ts'
import { smsActions } from '../modules/sms/actions.ts'
import { smsConfigHooks } from '../modules/sms/config.ts'
import { smsTemplateHooks, smsVariableHooks } from '../modules/sms/template.ts'
import { memberActions } from '../modules/user/account.ts'
import { userScreenHooks } from '../modules/user/screenHooks.ts'

/** Modules that are on. */
export const modules: readonly ServerModule[] = [shopModule]

/**
 * What the server does for actions that data alone (`set`) cannot say, by `<page id>.<call>`. One line per area;
 * the rows themselves stand in the area's own table.
 */
export const rowActions: Readonly<Record<string, RowAction>> = {
  ...adminActions,
  ...fileActions,
  ...accountActions,
  ...sessionActions,
  ...exportActionsOf('dataio/export'),
  ...importActions,
  ...memberActions,
  ...mailActions,
  ...smsActions,
}

/** Rules and values that single screens add to the generic list, form and delete, by page id. One line per area. */
export const screenHooks: Readonly<Record<string, ScreenHooks>> = {
  ...authScreenHooks,
  ...userScreenHooks,
  'dataio/export': exportFormHooks,
  'dataio/import': importHooks,
  ...fileScreenHooks((id) => screenHooks[id] ?? {}),
  'routine/config': configHooks,
  'sms/config': smsConfigHooks,
  'sms/template': smsTemplateHooks,
  'sms/variable': smsVariableHooks,
}

/** Addresses that belong to no screen's actions. One line per area. */
export const handlers: readonly Handler[] = [...fileHandlers, ...dataioHandlers, ...importHandlers]
