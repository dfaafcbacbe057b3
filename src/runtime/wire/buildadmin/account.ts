import type { Page } from '../../../schemas/language/page.ts'
import type { Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'
import { answerOf, answerWith, type Calls, type Maker, requireEqual } from './calls.ts'

/** The member centre (protocol 1.4): one controller, an action for each screen, and no nodes below the menu. */
export const memberPages = [
  'account/overview',
  'account/profile',
  'account/changePassword',
  'account/integral',
  'account/balance',
]

const quiet = { showSuccess: false, showCodeMessage: false, showError: false }

/** The calls of a list of the member's own changes. */
export function ownLog(id: string, { http }: Maker): Calls {
  return {
    get: { index: ({ page, limit }, options) => http.get(`/api/${id}`, { page, limit }, options) },
  }
}

/** What a member has, and what their account did in the last seven days, as a dashboard. */
export function overview({ http }: Maker): Calls {
  return {
    get: {
      async index(_params, options) {
        const [answer, site] = await Promise.all([
          http.get('/api/account/overview', {}, options),
          http.get('/api/index/index', { requiredLogin: 1 }, options),
        ])
        const { days, money, score } = asRow(answer.data)
        const member = asRow(asRow(site.data).userInfo)
        return answerWith(answer, {
          cards: { balance: { value: member.money ?? null }, points: { value: member.score ?? null } },
          charts: { balanceDays: chartOf(days, money), pointsDays: chartOf(days, score) },
        })
      },
    },
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function chartOf(days: unknown, figures: unknown): object {
  const values = listOf(figures)
  return { series: [''], points: listOf(days).map((day, i) => ({ label: day, value: day, figures: [values[i] ?? null] })) }
}

/** The dashboard with the figures that are there. */
export function overviewPage(page: Page): Page {
  const { dashboard } = page
  if (!dashboard) return page
  const has = (name: string) => ['balance', 'points', 'balanceDays', 'pointsDays'].includes(name)
  const kept = <Part>(parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => has(name)))
  const sections = dashboard.sections
    .map((section) => ({ ...section, show: section.show.filter(has) }))
    .filter(({ show }) => show.length > 0)
  const { cards, charts } = dashboard
  return { ...page, dashboard: { ...dashboard, range: [7], cards: kept(cards), charts: kept(charts), lists: {}, sections } }
}

const ownFields = ['id', 'avatar', 'username', 'nickname', 'gender', 'birthday', 'motto']

/** Who the member is, and the addresses they can be reached at. */
export function profile({ http }: Maker): Calls {
  const bind = (type: 'email' | 'mobile') => async (values: Row, options: object | undefined) => {
    const own = { type, captcha: values.captcha, [type]: values[type], password: values.password }
    return http.post('/api/account/changeBind', own, options)
  }
  const change = (type: 'email' | 'mobile') => async (values: Row, options: object | undefined) => {
    const verified = await http.post('/api/account/verification', { type, captcha: values.own_captcha }, quiet)
    const { accountVerificationToken } = asRow(verified.data)
    const own = { type, captcha: values.captcha, [type]: values[type], accountVerificationToken }
    return http.post('/api/account/changeBind', own, options)
  }
  return {
    get: {
      async index(_params, options) {
        const [site, means] = await Promise.all([
          http.get('/api/index/index', { requiredLogin: 1 }, options),
          http.get('/api/account/profile', {}, options),
        ])
        const sent = listOf(asRow(means.data).accountVerificationType)
        const denied = { ...without(sent, 'email', 'Email'), ...without(sent, 'mobile', 'Mobile') }
        return answerWith(site, { info: { ...asRow(asRow(site.data).userInfo), _denied: denied } })
      },
    },
    post: {
      edit: (values, options) =>
        http.post('/api/account/profile', Object.fromEntries(ownFields.map((name) => [name, values[name]])), options),
      bindEmail: bind('email'),
      bindMobile: bind('mobile'),
      changeEmail: change('email'),
      changeMobile: change('mobile'),
    },
  }
}

/** No code can be sent that way: an address is neither bound nor changed. */
function without(sent: readonly unknown[], type: string, name: string): Row {
  return sent.includes(type) ? {} : { [`bind${name}`]: '', [`change${name}`]: '' }
}

/** A new password for a member. */
export function memberPassword(maker: Maker): Calls {
  const { http } = maker
  return {
    get: { index: async () => answerOf(http, { info: {} }) },
    post: {
      async changePassword(values, options) {
        requireEqual(maker, values, 'newPassword', 'confirm')
        const { oldPassword, newPassword } = values
        return http.post('/api/account/changePassword', { oldPassword, newPassword }, options)
      },
    },
  }
}
