import type { Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import { text } from '../../crud/search/listQuery.ts'
import { checkCaptcha, makePicture, makeQuestion } from './captcha.ts'

/** Addresses of the click captcha (protocol 1.5). */
export const captchaHandlers: readonly Handler[] = [
  { app: 'api', controller: 'common', action: 'clickCaptcha', method: 'GET', access: { type: 'public' }, run: make },
  { app: 'api', controller: 'common', action: 'checkClickCaptcha', method: 'POST', access: { type: 'public' }, run: check },
]

/** `form=question` asks for the form without a picture. */
async function make(ctx: Context): Promise<object> {
  const id = idOf(text(ctx.query.id, 'id'))
  return text(ctx.query.form, 'form') === 'question' ? makeQuestion(ctx, id) : makePicture(ctx, id)
}

async function check(ctx: Context): Promise<undefined> {
  const { id, info, unset } = ctx.body
  if (typeof info !== 'string' || info.length > 200) throw new Refused('crud.parameter', { name: 'info' })
  if (!(await checkCaptcha(ctx.services.database, idOf(id), info, unset === true))) throw new Refused('captcha.wrong')
}

/** An id that a browser chose: long enough that no other has it. */
function idOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[\w-]{16,64}$/.test(value)) throw new Refused('crud.parameter', { name: 'id' })
  return value
}
