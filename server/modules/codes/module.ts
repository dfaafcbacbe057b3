import { defineModule } from '../module.ts'
import { purgeCodes } from './codes.ts'
import { codeHandlers } from './handlers.ts'

/** Codes by mail and short message. */
export const codes = defineModule({
  name: 'codes',
  requires: ['captcha', 'sms'],
  handlers: codeHandlers,
  purges: { codes: ({ database }) => purgeCodes(database) },
})
