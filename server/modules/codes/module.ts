import { defineModule } from '../module.ts'
import { purgeCodes } from './codes.ts'
import { codeHandlers } from './handlers.ts'
import { messageJob, messageKind, purgeMessages } from './queue.ts'

/** Codes by mail and short message. */
export const codes = defineModule({
  name: 'codes',
  requires: ['captcha', 'sms'],
  handlers: codeHandlers,
  jobs: ({ core, log }) => ({ [messageJob]: messageKind(core, log) }),
  purges: { codes: ({ database }) => purgeCodes(database), messages: ({ database }) => purgeMessages(database) },
})
