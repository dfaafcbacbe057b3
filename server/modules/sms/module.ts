import { defineModule } from '../module.ts'
import { smsActions } from './actions.ts'
import { smsConfigHooks } from './config.ts'
import { messageValueOptions } from './optionSources.ts'
import { composeMessageValues } from './places.ts'
import { smsJob, smsKind } from './queue.ts'
import { createSmsSender, type SmsSender } from './smsSender.ts'
import { smsTemplateHooks, smsVariableHooks } from './template.ts'

declare module '../../core/services.ts' {
  interface Services {
    /** Carries short messages to their provider. */
    sms: SmsSender
  }
}

/** Short messages: providers, templates and variables. */
export const sms = defineModule({
  name: 'sms',
  services({ settings, services, log, modules }) {
    const courier = createSmsSender({
      seal: services.secretBox,
      ownNetwork: settings.smsOwnNetwork,
      log: (message) => log.warn(message, 'a short message'),
    })
    return { offers: { sms: courier, messageValues: composeMessageValues(modules.map((each) => each.messageValues)) } }
  },
  rowActions: smsActions,
  screenHooks: { 'sms/config': smsConfigHooks, 'sms/template': smsTemplateHooks, 'sms/variable': smsVariableHooks },
  optionSources: { messageValues: messageValueOptions },
  jobs: ({ core }) => ({ [smsJob]: smsKind(core.services) }),
})
