import { hashPassword } from '../../server/core/session/password.ts'
import { exchanges } from './exchanges.ts'

/** The owner's password in the recording. */
export const recordedPassword = 'Admin123456'

interface RecordedRule {
  id: number
  pid: number
  type: string
  title: string
  name: string
  path: string
  icon: string
  menu_type: string | null
  url: string
  component: string
  keepalive: number | string
  extend: string
  children?: RecordedRule[]
}

/** Time of the recording's first rows. */
const then = 1_795_171_269

type Query = (sql: string, values?: unknown[]) => Promise<unknown>

/**
 * Fills a prepared database with what the recorded BuildAdmin held: its rules and groups with their ids, a thousand administrators
 * (staff1001 to staff2000) and a thousand and one members. So recorded ids mean the same rows, and counted keys go on as they did there.
 */
export async function fillAsRecorded(query: Query): Promise<void> {
  for (const table of [
    'admin_group_access',
    'admin_session',
    'admin_rule',
    'admin_group',
    'user_money_log',
    'user_score_log',
    '"user"',
    'user_group',
    'user_rule',
  ])
    await query(`DELETE FROM ${table}`)
  await query(`DELETE FROM admin WHERE id <> 1`)
  const rules = await fillRules(query)
  await fillGroups(query, rules)
  await fillAdmins(query)
  await fillSecurity(query)
  await fillMembers(query)
  for (const [table, next] of Object.entries({
    admin: 2001,
    admin_group: 5,
    admin_rule: 98,
    user: 2001,
    user_group: 2,
    user_rule: 7,
  }))
    await query(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), ${next}, false)`)
}

async function fillRules(query: Query): Promise<RecordedRule[]> {
  const init = exchanges.find((exchange) => exchange.path === '/admin/Index/index')
  if (!init) throw new Error('the recording holds no menus')
  const { menus } = (init.response as { data: { menus: RecordedRule[] } }).data
  const flat = (rules: RecordedRule[]): RecordedRule[] => rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])])
  // The one rule that was switched off, and therefore not delivered (protocol 2.4).
  const off = {
    id: 76,
    pid: 0,
    type: 'menu',
    title: 'BuildAdmin',
    name: 'buildadmin',
    path: 'buildadmin',
    icon: 'local-logo',
    menu_type: 'link',
    url: 'https://doc.example.com',
    component: '',
    keepalive: 0,
    extend: 'none',
  }
  const rules = [...flat(menus), off]
  for (const [i, rule] of rules.entries()) {
    await query(
      `INSERT INTO admin_rule (id, pid, type, title, title_en, name, path, icon, menu_type, url, component, keepalive, extend, remark, weigh, status, create_time, update_time)
       VALUES ($1,$2,$3,$4,'',$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$16)`,
      [
        rule.id,
        rule.pid,
        rule.type,
        rule.title,
        rule.name,
        rule.path,
        rule.icon,
        rule.menu_type,
        rule.url,
        rule.component,
        rule.keepalive === 0 ? 0 : 1,
        rule.extend,
        rule.name === 'dashboard' ? 'Remark lang' : '',
        rule.type === 'button' ? 0 : 999 - i,
        rule.id === 76 ? 0 : 1,
        then,
      ],
    )
  }
  return rules
}

async function fillGroups(query: Query, rules: RecordedRule[]): Promise<void> {
  const above = (rule: RecordedRule): number[] => [rule.id, ...rules.filter((other) => other.id === rule.pid).flatMap(above)]
  const below = (...names: string[]) => [
    ...new Set(rules.filter((rule) => names.some((name) => `${rule.name}/`.startsWith(`${name}/`))).flatMap(above)),
  ]
  const groups: [number, number, string, (string | number)[]][] = [
    [1, 0, '超级管理组', ['*']],
    [2, 1, '一级管理员', below('dashboard', 'auth', 'user', 'routine', 'security')],
    [3, 2, '二级管理员', below('user', 'security')],
    [4, 3, '三级管理员', below('security')],
  ]
  for (const [id, pid, name, list] of groups) {
    await query(
      `INSERT INTO admin_group (id, pid, name, rules, data_scope, status, create_time, update_time) VALUES ($1,$2,$3,$4,'all',1,$5,$5)`,
      [id, pid, name, list.map(String), then],
    )
  }
}

/** The rules of data security, an administrator in the bin and a change of a group's rights. */
async function fillSecurity(query: Query): Promise<void> {
  const recycle = [
    ['管理员', 'auth/admin', 'admin'],
    ['管理员日志', 'auth/adminLog', 'admin_log'],
    ['菜单规则', 'auth/rule', 'admin_rule'],
    ['系统配置项', 'routine/config', 'config'],
    ['会员', 'user/user', 'user'],
    ['数据回收规则', 'security/dataRecycle', 'security_data_recycle'],
  ]
  const sensitive = [
    ['管理员数据', 'auth/admin', 'admin', ['username', 'mobile', 'password', 'status']],
    ['会员数据', 'user/user', 'user', ['username', 'mobile', 'password', 'status', 'email']],
    ['管理员权限', 'auth/group', 'admin_group', ['rules']],
  ]
  for (const table of [
    'security_data_recycle_log',
    'security_data_recycle',
    'security_sensitive_data_log',
    'security_sensitive_data',
  ])
    await query(`DELETE FROM ${table}`)
  for (const [i, rule] of recycle.entries())
    await query(
      `INSERT INTO security_data_recycle (id, name, screen, data_table, connection, primary_key, keep_days, status, create_time, update_time)
       VALUES ($1,$2,$3,$4,'main','id',90,1,$5,$5)`,
      [i + 1, ...rule, then],
    )
  for (const [i, [name, screen, table, fields]] of sensitive.entries())
    await query(
      `INSERT INTO security_sensitive_data (id, name, screen, data_table, connection, primary_key, data_fields, notify, status, create_time, update_time)
       VALUES ($1,$2,$3,$4,'main','id',$5,0,1,$6,$6)`,
      [i + 1, name, screen, table, JSON.stringify(fields), then],
    )
  await query(
    `INSERT INTO security_data_recycle_log (id, recycle_id, admin_id, username, data_table, connection, primary_key, row_key, row_title, data, children, is_restore, ip, useragent, create_time, update_time)
     SELECT n, 1, 1, 'admin', 'admin', 'main', 'id', (2998 + n)::text, 'gone' || n,
       jsonb_build_object('id', 2998 + n, 'username', 'gone' || n, 'nickname', 'x', 'avatar', '', 'email', '', 'mobile', '', 'login_failure', 0,
         'last_login_time', $1::bigint, 'last_login_ip', '127.0.0.1', 'motto', '', 'status', 1, 'second_factor', 0, 'update_time', $1::bigint, 'create_time', $1::bigint)::text,
       '[]', 0, '127.0.0.1', 'Mozilla', $1, $1 FROM generate_series(1, 3) AS n`,
    [then],
  )
  await query(
    `INSERT INTO security_sensitive_data_log (id, sensitive_id, admin_id, username, data_table, connection, primary_key, row_key, data_field, before, after, old_value, new_value, is_rollback, ip, useragent, create_time, update_time)
     VALUES (1, 3, 1, 'admin', 'admin_group', 'main', 'id', '4', 'rules', '["1"]', '', '["1"]', 'null', 0, '127.0.0.1', 'Mozilla', $1, $1),
       (2, 1, 1, 'admin', 'admin', 'main', 'id', '1999', 'mobile', '13900001999', '13900000001', '"13900001999"', '"13900000001"', 0, '127.0.0.1', 'Mozilla', $1, $1)`,
    [then],
  )
}

async function fillAdmins(query: Query): Promise<void> {
  const hash = await hashPassword(recordedPassword)
  await query(
    `UPDATE admin SET username = 'admin', nickname = 'Admin', email = 'admin@buildadmin.com', mobile = '18888888888', avatar = '/static/images/avatar.png',
       password = $1, login_failure = 0, status = 1 WHERE id = 1`,
    [hash],
  )
  await query(
    `INSERT INTO admin (id, username, nickname, avatar, email, mobile, password, motto, status, last_login_time, last_login_ip, login_failure, create_time, update_time)
     SELECT n, 'staff' || n, '员工' || n, '/static/images/avatar.png', 'staff' || n || '@example.com', '1390000' || n, '', '', n % 2,
       1787970060 + (2000 - n) * 3600, '127.0.0.1', 0, 1787970000 + (2000 - n) * 3600, 1787970000 + (2000 - n) * 3600
     FROM generate_series(1001, 2000) AS n`,
  )
  await query(
    `INSERT INTO admin_group_access (uid, group_id, create_time, update_time)
     SELECT id, CASE id WHEN 1 THEN 1 WHEN 1900 THEN 2 WHEN 1899 THEN 1 WHEN 1898 THEN 3 WHEN 1999 THEN 4 ELSE 1 + id % 4 END, $1, $1 FROM admin`,
    [then],
  )
}

async function fillMembers(query: Query): Promise<void> {
  const rules: [number, number, string, string, string][] = [
    [1, 0, 'menu_dir', '我的账户', 'account'],
    [2, 1, 'menu', '账户概览', 'account/overview'],
    [3, 1, 'menu', '个人资料', 'account/profile'],
    [4, 1, 'menu', '修改密码', 'account/changePassword'],
    [5, 1, 'menu', '积分日志', 'account/integral'],
    [6, 1, 'menu', '余额日志', 'account/balance'],
  ]
  for (const [id, pid, type, title, name] of rules) {
    await query(
      `INSERT INTO user_rule (id, pid, type, title, title_en, name, path, icon, menu_type, url, component, no_login_valid, extend, remark, weigh, status, create_time, update_time)
       VALUES ($1,$2,$3,$4,'',$5,$5,'fa fa-home','tab','',$6,0,'none','',$7,1,$8,$8)`,
      [id, pid, type, title, name, type === 'menu' ? `/src/views/frontend/user/${name}.vue` : '', 100 - id, then],
    )
  }
  await query(
    `INSERT INTO user_group (id, name, rules, status, create_time, update_time) VALUES (1, '默认分组', '{*}', 1, $1, $1)`,
    [then],
  )
  await query(
    `INSERT INTO "user" (id, group_id, username, nickname, email, mobile, avatar, gender, birthday, money, score, password, motto, status,
       last_login_time, last_login_ip, login_failure, join_time, join_ip, create_time, update_time)
     SELECT n, 1, CASE n WHEN 1000 THEN 'user' ELSE 'member' || n END, '会员' || n, 'm' || n || '@example.com', '1380000' || n, '/static/images/avatar.png',
       n % 3, NULL, n * 37, n, '', '', CASE n % 3 WHEN 0 THEN 'disable' ELSE 'enable' END, t, '127.0.0.1', 0, t, '127.0.0.1', t, t
     FROM (SELECT n, 1787970000 + (2000 - n) * 3600 AS t FROM generate_series(1000, 2000) AS n) AS members`,
  )
}
