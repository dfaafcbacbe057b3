import { sql } from 'kysely'
import type { Writer } from '../../core/db/connect.ts'
import { readColumn } from '../../core/db/scalar.ts'
import type { SeedInput } from '../module.ts'

/** A rule that a new database begins with; `fields`: of the sensitive ones, with the fields that are logged. */
export interface SecurityRule {
  name: string
  screen: string
  table: string
  fields?: readonly string[]
}

declare module '../module.ts' {
  interface ServerModule {
    /** Rules about the module's tables that a new database begins with. */
    readonly securityRules?: { readonly recycle: readonly SecurityRule[]; readonly sensitive: readonly SecurityRule[] }
  }
}

const recycle: readonly SecurityRule[] = [
  { name: '管理员', screen: 'auth/admin', table: 'admin' },
  { name: '角色组', screen: 'auth/group', table: 'admin_group' },
  { name: '菜单规则', screen: 'auth/rule', table: 'admin_rule' },
  { name: '会员分组', screen: 'user/group', table: 'user_group' },
  { name: '会员规则', screen: 'user/rule', table: 'user_rule' },
  { name: '短信模板', screen: 'sms/template', table: 'sms_template' },
]

const sensitive: readonly SecurityRule[] = [
  { name: '管理员账号', screen: 'auth/admin', table: 'admin', fields: ['username', 'mobile', 'email', 'password', 'status'] },
  { name: '会员账号', screen: 'user/user', table: 'user', fields: ['username', 'mobile', 'email', 'password', 'status'] },
  { name: '角色组权限', screen: 'auth/group', table: 'admin_group', fields: ['rules', 'data_scope'] },
]

/** Makes the first rules, once: those that people delete later do not come back. */
export async function seedSecurity(trx: Writer, { now, modules }: SeedInput): Promise<void> {
  const of = (kind: 'recycle' | 'sensitive') => modules.flatMap(({ securityRules }) => securityRules?.[kind] ?? [])
  const times = { connection: 'main', primary_key: 'id', status: 1, create_time: now, update_time: now }
  if (await isUntouched(trx, 'security_data_recycle'))
    for (const { name, screen, table } of [...recycle, ...of('recycle')])
      await trx
        .insertInto('security_data_recycle')
        .values({ name, screen, data_table: table, keep_days: 90, ...times })
        .execute()
  if (await isUntouched(trx, 'security_sensitive_data'))
    for (const { name, screen, table, fields = [] } of [...sensitive, ...of('sensitive')])
      await trx
        .insertInto('security_sensitive_data')
        .values({ name, screen, data_table: table, data_fields: JSON.stringify(fields), notify: 0, ...times })
        .execute()
}

/** Has nobody ever put a row into the table? */
async function isUntouched(trx: Writer, table: string): Promise<boolean> {
  const [last] = await readColumn(trx, sql`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass)`)
  return last === null || last === undefined
}
