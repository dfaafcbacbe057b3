import type { Page } from '../../../schemas/language/page.ts'
import { asRow } from '../../rows.ts'
import { type Calls, type Maker, requireEqual } from './calls.ts'

const kept = ['id', 'nickname', 'email', 'mobile', 'motto']

/** The administrator's own account (protocol 6.6): a picture is saved by itself, a password together with the rest. */
export function adminInfo(maker: Maker): Calls {
  const { http, at } = maker
  let picture: unknown
  const read = async (options?: object) => {
    const answer = await http.get(at('index'), {}, options)
    const info = asRow(asRow(answer.data).info)
    picture = info.avatar
    return { answer, info }
  }
  return {
    get: { index: async (_params, options) => (await read(options)).answer },
    post: {
      async edit({ avatar, ...values }, options) {
        // With a picture in it, that server saves the picture and nothing else.
        const isNew = avatar !== undefined && avatar !== '' && avatar !== picture
        const rest = avatar === '' && picture !== '' ? { ...values, avatar } : values
        const answer = await http.post(at('edit'), rest, isNew ? { ...options, showSuccess: false } : options)
        return isNew ? http.post(at('edit'), { id: values.id, avatar }, options) : answer
      },
      async changePassword(values, options) {
        requireEqual(maker, values, 'password', 'password_confirm')
        const { info } = await read()
        const own = Object.fromEntries(kept.map((name) => [name, info[name]]))
        return http.post(at('edit'), { ...own, password: values.password }, options)
      },
    },
  }
}

/** That server does not ask for the password in force, and ends no other sign-in. */
export function adminInfoPage(page: Page): Page {
  const change = page.actions.changePassword
  if (!change) return page
  const { old_password: _unchecked, password, ...rest } = change.fields
  const fields = { ...(password ? { password: { ...password, help: false } } : {}), ...rest }
  return { ...page, actions: { ...page.actions, changePassword: { ...change, fields } } }
}
