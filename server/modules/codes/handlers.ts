import type { Handler } from '../../core/handler.ts'
import { sendCode } from './send.ts'

/** Addresses by which codes are asked for (protocol 1.4). What an event needs, its row in codeEvents.ts says. */
export const codeHandlers: readonly Handler[] = [
  {
    app: 'api',
    controller: 'ems',
    action: 'send',
    method: 'POST',
    access: { type: 'public' },
    run: sendCode('email', 'event'),
    successMessage: 'success.codes.mail',
  },
  {
    app: 'api',
    controller: 'sms',
    action: 'send',
    method: 'POST',
    access: { type: 'public' },
    run: sendCode('mobile', 'template_code'),
    successMessage: 'success.codes.sms',
  },
]
