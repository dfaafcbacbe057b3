import type { Writer } from '../../core/db/connect.ts'
import { continueAfter } from '../../core/db/identity.ts'

const groups = [
  { id: 1, name: '默认分组', demo: false },
  { id: 2, name: '批发会员', demo: true },
  { id: 3, name: '体验会员', demo: true },
]

/** Makes the groups of members when there are none. */
export async function seedMemberGroups(trx: Writer, demo: boolean, now: number): Promise<void> {
  const times = { create_time: now, update_time: now }
  if (!(await trx.selectFrom('user_group').select('id').limit(1).executeTakeFirst())) {
    const made = groups
      .filter((group) => demo || !group.demo)
      .map(({ id, name }) => ({ id, name, rules: ['*'], status: 1, ...times }))
    await trx.insertInto('user_group').values(made).execute()
    await continueAfter(trx, 'user_group', 1)
  }
}
