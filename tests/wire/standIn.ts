import { exchanges, withoutMarks } from './exchanges.ts'
import { checkQuery, listAnswer, makeTables, type Row, shownRow, UnknownColumn } from './standInTables.ts'

/** What was asked of the stand-in. */
export interface Asked {
  method: string
  /** Without the entry, `/admin/user.User/index`. */
  path: string
  query: URLSearchParams
  body: Row
  /** The token that came along, of members: `ba-user-token`. */
  member: string
}

/** An envelope without its time; 500 and 404 as that server answers them; undefined: it has no rule for that. */
export type Said = { code: number; msg: string; data: unknown } | 500 | 404 | undefined

/** A small BuildAdmin: what was never recorded, answered by the facts of its source (protocol 1.4 to 1.11). */
export interface StandIn {
  answer(asked: Asked): Said
}

const ok = (data: unknown, msg = ''): Said => ({ code: 1, msg, data })
const no = (msg: string): Said => ({ code: 0, msg, data: null })

/** Makes one with fresh tables. `strictOnly`: it only refuses queries of columns that are not there, and leaves the rest to the recordings. */
export function makeStandIn({ strictOnly = false } = {}): StandIn {
  const tables = makeTables()
  const screens: readonly ((asked: Asked, action: string) => Said)[] = [configRules(), adminInfoRules(), memberRules()]
  return {
    answer(asked) {
      const [, app = '', controller = '', action = ''] = asked.path.split('/')
      const name = Object.keys(tables).find((each) => app === 'admin' && each.toLowerCase() === controller.toLowerCase())
      const table = name === undefined ? undefined : tables[name]
      try {
        if (table && action === 'index' && asked.method === 'GET') {
          checkQuery(table, asked.query)
          if (!strictOnly && table.rows.length > 0) return ok(listAnswer(table, asked.query))
        }
      } catch (error) {
        if (error instanceof UnknownColumn) return 500
        throw error
      }
      if (strictOnly) return undefined
      if (table && table.rows.length > 0) return recordOf(asked, action, table, tables)
      for (const rules of screens) {
        const said = rules(asked, action)
        if (said !== undefined) return said
      }
      return undefined
    },
  }
}

function recordOf(
  { method, query }: Asked,
  action: string,
  table: ReturnType<typeof makeTables>[string],
  tables: ReturnType<typeof makeTables>,
): Said {
  if (method === 'GET' && action === 'edit') {
    const row = table.rows.find(({ id }) => String(id) === query.get('id'))
    return row ? ok({ row: shownRow(table, row) }) : no('记录未找到')
  }
  if (method === 'GET' && action === 'add' && query.has('userId')) {
    const users = tables['user.User']
    const row = users?.rows.find(({ id }) => String(id) === query.get('userId'))
    return users && row ? ok({ user: shownRow(users, row) }) : no('用户找不到啦')
  }
  if (method === 'POST') return ok(null, action === 'add' ? '添加成功!' : '更新成功!')
  if (method === 'DELETE') return query.has('ids[]') ? ok(null, '删除成功!') : no('参数错误')
  return 404
}

interface Item extends Row {
  id: number
  name: string
  group: string
  type: string
  value: unknown
  allow_del: number
}

const itemOf = (id: number, name: string, type: string, value: unknown, more: Row = {}): Item => ({
  id,
  name,
  group: 'basics',
  title: `项目 ${type}`,
  tip: '',
  type,
  value,
  content: '',
  rule: '',
  extend: [],
  input_extend: [],
  allow_del: 1,
  weigh: 0,
  ...more,
})
const choices = { a: '甲', b: '乙' }

/** One item of each kind that the recording has none of, as people may have added them. */
const furtherItems: readonly Item[] = [
  itemOf(101, 'x_switch', 'switch', true),
  itemOf(102, 'x_checkbox', 'checkbox', ['a'], { content: choices }),
  itemOf(103, 'x_radio', 'radio', 'a', { content: choices }),
  itemOf(104, 'x_selects', 'selects', ['b'], { content: choices }),
  itemOf(105, 'x_number', 'number', '12'),
  itemOf(106, 'x_datetime', 'datetime', '2026-11-22 10:20:30'),
  itemOf(107, 'x_year', 'year', ''),
  itemOf(108, 'x_time', 'time', '08:30:00'),
  itemOf(109, 'x_editor', 'editor', '<p>a &amp; b</p>'),
  itemOf(110, 'x_icon', 'icon', 'fa fa-star'),
  itemOf(111, 'x_color', 'color', '#ff0000'),
  itemOf(112, 'x_member', 'remoteSelect', '1999', {
    input_extend: { 'remote-url': '/admin/user.User/index', field: 'username', pk: 'user.id' },
  }),
  itemOf(113, 'x_secret', 'password', 'hush', { tip: '只给 &lt;财务&gt; 看' }),
]

/** The configuration (protocol 1.11): what is posted is kept by type; what is not posted stays. */
function configRules(): (asked: Asked, action: string) => Said {
  const recorded = withoutMarks(exchanges[47]?.response) as {
    data: { list: Record<string, { name: string; title: string; list: Item[] }>; configGroup: Row; remark: string }
  }
  const groups = structuredClone(recorded.data.list)
  groups.basics?.list.push(...structuredClone(furtherItems))
  const items = () => Object.values(groups).flatMap(({ list }) => list)
  return ({ method, path, query, body }, action) => {
    if (!path.startsWith('/admin/routine.Config/')) return undefined
    if (method === 'GET' && action === 'index') return ok({ ...recorded.data, list: groups })
    if (method === 'POST' && action === 'edit') {
      // Its model writes a value as text; nothing (null) is a fatal error there.
      if (Object.values(body).includes(null)) return 500
      for (const item of items()) if (Object.hasOwn(body, item.name)) item.value = keptValue(item, body[item.name])
      return ok(null, '当前页配置项更新成功！')
    }
    if (method === 'POST' && action === 'add') {
      const lacks = ['group', 'name', 'title', 'type', 'tip', 'rule', 'content', 'extend', 'inputExtend', 'weigh'].some(
        (name) => !Object.hasOwn(body, name),
      )
      if (lacks) return 500
      const id = 200 + items().length
      groups[String(body.group)]?.list.push(
        itemOf(id, String(body.name), String(body.type), '', { group: body.group, title: body.title, tip: body.tip }),
      )
      return ok(null, '添加成功!')
    }
    if (method === 'DELETE' && action === 'del') {
      const ids = query.getAll('ids[]')
      for (const group of Object.values(groups)) group.list = group.list.filter(({ id }) => !ids.includes(String(id)))
      return ok(null, '删除成功!')
    }
    if (method === 'POST' && action === 'sendTestMail') {
      const needs = ['smtp_server', 'smtp_user', 'smtp_pass', 'smtp_verification', 'smtp_port', 'smtp_sender_mail', 'testMail']
      return needs.every((name) => Object.hasOwn(body, name)) ? ok(null, '测试邮件发送成功~') : 500
    }
    return 404
  }
}

function keptValue({ type }: Item, value: unknown): unknown {
  if (type === 'switch') return value === true || value === 1 || value === '1'
  if (Array.isArray(value) && !['checkbox', 'array', 'selects'].includes(type)) return value.join(',')
  return typeof value === 'number' ? String(value) : value
}

/** The own account (protocol 6.6): with a picture in the post, the picture is saved and nothing else. */
function adminInfoRules(): (asked: Asked, action: string) => Said {
  const recorded = withoutMarks(exchanges[51]?.response) as { data: { info: Row } }
  const info = { ...recorded.data.info }
  return ({ method, path, body }, action) => {
    if (!path.startsWith('/admin/routine.AdminInfo/')) return undefined
    if (method === 'GET' && action === 'index') return ok({ info })
    if (method !== 'POST' || action !== 'edit') return 404
    if (body.id !== info.id) return no('记录未找到')
    if (body.avatar) {
      info.avatar = body.avatar
      return ok(null, '头像修改成功！')
    }
    if (!body.nickname) return no('昵称不能为空')
    for (const name of ['nickname', 'email', 'mobile', 'motto']) if (Object.hasOwn(body, name)) info[name] = body[name]
    return ok(null, '更新成功!')
  }
}

const memberMenu = (withoutMarks(exchanges[45]?.response) as { data: { list: Row[] } }).data.list

/** The member centre (protocol 1.4). */
function memberRules(): (asked: Asked, action: string) => Said {
  const member: Row = {
    id: 1999,
    username: 'member1999',
    nickname: '王勇娜',
    email: 'm1999@example.com',
    mobile: '',
    avatar: '',
    gender: 2,
    birthday: null,
    money: '62.50',
    score: 30,
    join_time: 1_787_973_600,
    motto: 'R&amp;D',
    last_login_time: 1_787_973_600,
    last_login_ip: '127.0.0.1',
  }
  let password = 'Member123'
  let isOpen = true
  const site = { siteName: 'BA local', recordNumber: '', version: 'v1.0.0', cdnUrl: '', upload: {} }
  const days = ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`)
  const inSession = (asked: Asked) => isOpen && asked.member !== ''
  const account: Record<string, (asked: Asked) => Said> = {
    'GET overview': () =>
      ok({ days, score: [0, 0, 30, 0, 0, 0, 0], money: ['0.00', '12.50', '50.00', '0.00', '0.00', '-5.50', '0.00'] }),
    'GET profile': () => ok({ accountVerificationType: ['email'] }),
    'POST profile': ({ body }) => {
      Object.assign(member, body)
      return ok(null, '资料更新成功~')
    },
    'POST verification': () => ok({ type: 'email', accountVerificationToken: 'pass-1' }),
    'POST changeBind': ({ body }) => {
      if (body.accountVerificationToken !== 'pass-1') return no('需要先验证')
      member.email = body.email
      return ok(null)
    },
    'POST changePassword': ({ body }) => {
      if (body.oldPassword !== password) return no('旧密码错误')
      password = String(body.newPassword)
      isOpen = false
      return ok(null, '密码已修改，请重新登录~')
    },
    'GET balance': () =>
      ok({
        list: [
          { id: 2, user_id: 1999, money: '50.00', before: '12.50', after: '62.50', memo: '充值', create_time: 1_795_171_002 },
        ],
        total: 1,
      }),
    'GET integral': () =>
      ok({
        list: [{ id: 1, user_id: 1999, score: 30, before: 0, after: 30, memo: '签到', create_time: 1_795_171_001 }],
        total: 1,
      }),
  }
  return (asked, action) => {
    const at = `${asked.method} ${asked.path}`
    if (at === 'GET /api/common/clickCaptcha')
      return ok({ id: asked.query.get('id'), text: ['<飞机>', '雪'], base64: pixel, width: 350, height: 200 })
    if (at === 'POST /api/common/checkClickCaptcha') return ok(null)
    if (at === 'GET /api/user/checkIn') return ok({ userLoginCaptchaSwitch: true, accountVerificationType: ['email'] })
    if (at === 'POST /api/user/checkIn') {
      if (asked.body.password !== password) return no('密码不正确')
      isOpen = true
      return ok({ userInfo: { ...member, token: 'member-token', refresh_token: '' }, routePath: '/user' })
    }
    if (at === 'GET /api/index/index') {
      const signedIn = inSession(asked)
      if (!signedIn && asked.query.get('requiredLogin') === '1')
        return { code: 303, msg: '请先登录！', data: { type: 'need login' } }
      return ok({
        site,
        openMemberCenter: true,
        userInfo: signedIn ? { ...member, token: asked.member, refresh_token: '' } : [],
        rules: [],
        menus: signedIn ? memberMenu : [],
      })
    }
    if (!asked.path.startsWith('/api/account/')) return undefined
    if (!inSession(asked)) return { code: 303, msg: '请先登录！', data: { type: 'need login' } }
    return account[`${asked.method} ${action}`]?.(asked) ?? 404
  }
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
