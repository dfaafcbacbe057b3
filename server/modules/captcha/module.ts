import { defineModule } from '../module.ts'
import { captchaHandlers } from './handlers.ts'
import { purgeCaptchas } from './purge.ts'

/** The click captcha. */
export const captcha = defineModule({
  name: 'captcha',
  handlers: captchaHandlers,
  purges: { captchas: ({ database }) => purgeCaptchas(database) },
})
