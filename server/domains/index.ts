import type { Handler } from '../app/handler.ts'
import type { RowAction, ScreenHooks, Tell } from '../crud/domain.ts'
import { exportFormHooks } from '../dataio/export/form.ts'
import { exportActionsOf } from '../dataio/export/hooks.ts'
import { dataioHandlers } from '../dataio/handlers.ts'
import { importHandlers } from '../dataio/import/handlers.ts'
import { importActions, importHooks } from '../dataio/import/hooks.ts'
import { fileHandlers } from '../files/handlers.ts'
import { fileActions, fileScreenHooks } from '../files/hooks.ts'
import { accountActions } from './auth/account.ts'
import { adminActions } from './auth/admin.ts'
import { authScreenHooks } from './auth/screenHooks.ts'
import { sessionActions } from './auth/session.ts'
import { pointsActions } from './points/actions.ts'
import { pointsGoodsHooks, pointsRuleHooks } from './points/hooks.ts'
import { pointsHandlers } from './points/memberHandlers.ts'
import { configHooks } from './routine/config.ts'
import { mailActions } from './routine/mail.ts'
import { tellOfRow } from './shop/actionNotice.ts'
import { shopHandlers } from './shop/handlers.ts'
import { shopRowActions } from './shop/rowActions.ts'
import { shopScreenHooks } from './shop/screenHooks.ts'
import { smsActions } from './sms/actions.ts'
import { smsConfigHooks } from './sms/config.ts'
import { smsTemplateHooks, smsVariableHooks } from './sms/template.ts'
import { memberActions } from './user/account.ts'
import { userScreenHooks } from './user/screenHooks.ts'

/**
 * What the server does for actions that data alone (`set`) cannot say, by `<page id>.<call>`. One line per area;
 * the rows themselves stand in the area's own table.
 */
export const rowActions: Readonly<Record<string, RowAction>> = {
  ...shopRowActions,
  ...adminActions,
  ...fileActions,
  ...accountActions,
  ...sessionActions,
  ...exportActionsOf('dataio/export'),
  ...importActions,
  ...memberActions,
  ...mailActions,
  ...smsActions,
  ...pointsActions,
}

/** Rules and values that single screens add to the generic list, form and delete, by page id. One line per area. */
export const screenHooks: Readonly<Record<string, ScreenHooks>> = {
  ...shopScreenHooks,
  ...authScreenHooks,
  ...userScreenHooks,
  'dataio/export': exportFormHooks,
  'dataio/import': importHooks,
  ...fileScreenHooks((id) => screenHooks[id] ?? {}),
  'routine/config': configHooks,
  'sms/config': smsConfigHooks,
  'sms/template': smsTemplateHooks,
  'sms/variable': smsVariableHooks,
  'points/goods': pointsGoodsHooks,
  'points/rule': pointsRuleHooks,
}

/** Notices of actions go to the inbox of the shop. */
export const tell: Tell = tellOfRow

/** Addresses that belong to no screen's actions. One line per area. */
export const handlers: readonly Handler[] = [
  ...shopHandlers,
  ...fileHandlers,
  ...dataioHandlers,
  ...importHandlers,
  ...pointsHandlers,
]
