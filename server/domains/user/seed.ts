import type { Writer } from '../../db/connect.ts'
import { continueAfter } from '../auth/identity.ts'

type MemberRule = {
  id: number
  pid: number
  type: string
  name: string
  path?: string
  title: string
  title_en: string
  icon: string
  status?: 0
  open?: 1
}

/** Menus of the member centre. Those whose pages are not there yet are switched off. */
const memberRules: readonly MemberRule[] = [
  { id: 301, pid: 0, type: 'nav', name: 'goods', title: '全部商品', title_en: 'All goods', icon: 'th-large', status: 0, open: 1 },
  {
    id: 302,
    pid: 0,
    type: 'nav',
    name: 'coupons',
    title: '领券中心',
    title_en: 'Coupon center',
    icon: 'ticket',
    status: 0,
    open: 1,
  },
  {
    id: 303,
    pid: 0,
    type: 'nav',
    name: 'competitions',
    title: '赛事',
    title_en: 'Competitions',
    icon: 'trophy',
    status: 0,
    open: 1,
  },
  { id: 310, pid: 0, type: 'menu_dir', name: 'account', title: '我的账户', title_en: 'My account', icon: 'user' },
  { id: 311, pid: 310, type: 'menu', name: 'account/overview', title: '账户概览', title_en: 'Account overview', icon: 'home' },
  { id: 312, pid: 310, type: 'menu', name: 'account/profile', title: '个人资料', title_en: 'Profile', icon: 'id-card' },
  { id: 31201, pid: 312, type: 'button', name: 'account/verification', title: '身份验证', title_en: 'Verification', icon: '' },
  {
    id: 31202,
    pid: 312,
    type: 'button',
    name: 'account/changeBind',
    title: '修改绑定',
    title_en: 'Change e-mail or mobile',
    icon: '',
  },
  {
    id: 313,
    pid: 310,
    type: 'menu',
    name: 'account/changePassword',
    title: '修改密码',
    title_en: 'Change password',
    icon: 'lock',
  },
  { id: 314, pid: 310, type: 'menu', name: 'account/integral', title: '积分日志', title_en: 'Points log', icon: 'star' },
  { id: 315, pid: 310, type: 'menu', name: 'account/balance', title: '余额日志', title_en: 'Balance log', icon: 'wallet' },
  {
    id: 320,
    pid: 0,
    type: 'nav_user_menu',
    name: 'memberCentre',
    path: 'account/overview',
    title: '会员中心',
    title_en: 'Member centre',
    icon: 'user',
  },
]

const groups = [
  { id: 1, name: '默认分组', demo: false },
  { id: 2, name: '批发会员', demo: true },
  { id: 3, name: '体验会员', demo: true },
]

/** Makes the member centre's rules and the groups of members, each only when its table is empty. */
export async function seedMemberGroups(trx: Writer, demo: boolean, now: number): Promise<void> {
  const times = { create_time: now, update_time: now }
  if (!(await trx.selectFrom('user_rule').select('id').limit(1).executeTakeFirst())) {
    await trx
      .insertInto('user_rule')
      .values(
        memberRules.map(({ open, path, status, icon, ...rule }, i) => ({
          ...rule,
          path: path ?? (rule.type === 'button' ? '' : rule.name),
          icon: icon ? `pi pi-${icon}` : '',
          menu_type: 'tab',
          component: ['menu', 'nav'].includes(rule.type) ? rule.name : '',
          no_login_valid: open ?? 0,
          extend: 'none',
          weigh: memberRules.length - i,
          status: status ?? 1,
          ...times,
        })),
      )
      .execute()
    await continueAfter(trx, 'user_rule', 100_000)
  }
  if (!(await trx.selectFrom('user_group').select('id').limit(1).executeTakeFirst())) {
    const made = groups
      .filter((group) => demo || !group.demo)
      .map(({ id, name }) => ({ id, name, rules: ['*'], status: 1, ...times }))
    await trx.insertInto('user_group').values(made).execute()
    await continueAfter(trx, 'user_group', 1)
  }
}
