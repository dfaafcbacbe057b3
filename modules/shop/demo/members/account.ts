import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { hashPassword } from '../../../../server/core/session/password.ts'
import type { DemoAccount } from '../../../../server/modules/module.ts'

/**
 * Lets one member of the demo shop sign in, with the password of the demo administrators; the others have none. It is the one with an e-mail
 * address, orders in the most states, and changes of balance and points: who that is depends on the day.
 */
export async function openDemoMember(trx: Writer, password: string): Promise<DemoAccount> {
  const { rows } = await sql<Pick<UserRow, 'id' | 'username'>>`
    select u.id, u.username from "user" u join shop_order o on o.user_id = u.id
    where u.email <> '' and exists (select 1 from user_money_log m where m.user_id = u.id) and exists (select 1 from user_score_log s where s.user_id = u.id)
    group by u.id order by count(distinct o.status) desc, count(*) desc, u.id limit 1`.execute(trx)
  const [member] = rows
  if (!member) throw new Error('the demo shop has no member with orders and changes of balance and points')
  await trx
    .updateTable('user')
    .set({ password: await hashPassword(password) })
    .where('id', '=', member.id)
    .execute()
  return { username: member.username, role: 'Member (at /user)', password }
}
