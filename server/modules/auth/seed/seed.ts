import type { Schema } from '../../../../codegen/schema/schema.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { continueAfter } from '../../../core/db/identity.ts'
import { hashPassword } from '../../../core/session/password.ts'
import { readRules } from '../rights/authority.ts'
import { withAncestors } from '../rights/ruleTree.ts'
import { type AdminSeed, type DemoStaff, superGroup } from './seedGroups.ts'
import { seedRules } from './seedRules.ts'

/** An account that the first start made. */
export type Account = { username: string; role: string; password: string }

export interface AuthoritySeed {
  schema: Schema
  ownerPassword: string
  /** Groups and administrators of the demo; null: only the owner. */
  staff: DemoStaff | null
  demoPassword: string
  /** Unix seconds that rows are made at. */
  now: number
  /** Reports decisions about menu rules that a person has to make, a line at a time. */
  log?: (line: string) => void
}

/**
 * Seeds the menu rules, the groups and the first administrators. Safe at every start: menu files are merged by name (nothing people
 * changed or deleted is restored), and administrators are created only when there are none. Returns the created accounts with their
 * passwords, to be shown once.
 */
export async function seedAuthority(trx: Writer, seed: AuthoritySeed): Promise<Account[]> {
  for (const line of await seedRules(trx, seed.schema, seed.now)) seed.log?.(line)
  const someone = await trx.selectFrom('admin').select('id').limit(1).executeTakeFirst()
  if (someone) return []
  await seedGroups(trx, seed)
  return await seedAdmins(trx, seed)
}

async function seedGroups(trx: Writer, { staff, now }: AuthoritySeed): Promise<void> {
  const rules = await readRules(trx)
  const groups = [superGroup, ...(staff?.groups ?? [])]
  for (const group of groups) {
    const named = group.rights.includes('*') ? ['*'] : withAncestors(rules, idsOf(rules, group.rights))
    await trx
      .insertInto('admin_group')
      .values({
        id: group.id,
        pid: group.pid,
        name: group.name,
        rules: named,
        data_scope: group.scope,
        status: 1,
        create_time: now,
        update_time: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  await continueAfter(trx, 'admin_group', 1)
}

/** Ids of the rules named: `shop/order/order/index` is one rule, `shop/order/*` the rule `shop/order` with everything below it. */
function idsOf(rules: Awaited<ReturnType<typeof readRules>>, names: readonly string[]): string[] {
  const wanted = (name: string) =>
    names.some((right) => (right.endsWith('/*') ? `${name}/`.startsWith(right.slice(0, -1)) : right === name))
  return [...rules.values()].filter((rule) => wanted(rule.name)).map((rule) => rule.id)
}

async function seedAdmins(trx: Writer, seed: AuthoritySeed): Promise<Account[]> {
  const accounts: Account[] = []
  const make = async (admin: AdminSeed, password: string) => {
    const row = await trx
      .insertInto('admin')
      .values({
        id: admin.id,
        username: admin.username,
        nickname: admin.nickname,
        email: admin.email,
        mobile: admin.mobile,
        password: await hashPassword(password),
        status: admin.enabled ? 1 : 0,
        create_time: seed.now,
        update_time: seed.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('admin_group_access')
      .values({ uid: row.id, group_id: admin.group, create_time: seed.now, update_time: seed.now })
      .execute()
    if (admin.enabled) accounts.push({ username: admin.username, role: admin.role, password })
  }
  const owner = {
    id: 1,
    username: 'admin',
    nickname: 'Admin',
    email: '',
    mobile: '',
    group: superGroup.id,
    role: 'Owner',
    enabled: true,
  }
  await make(owner, seed.ownerPassword)
  for (const admin of seed.staff?.admins ?? []) await make(admin, seed.demoPassword)
  await continueAfter(trx, 'admin', 1)
  return accounts
}
