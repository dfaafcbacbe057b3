import { defineModule } from '../module.ts'
import { terminalHandlers } from './handlers.ts'

/** Commands that a super administrator runs in the browser. */
export const terminal = defineModule({
  name: 'terminal',
  handlers: ({ schemaDirs }) => terminalHandlers(schemaDirs),
})
