import { hashPassword } from '../auth/password.ts'
import type { Writer } from '../db/connect.ts'
import type { Account } from '../greeting.ts'

/** A member with orders in most states, and changes of balance and points. */
const username = 'user0164'

/** Lets one member of the demo shop sign in, with the password of the demo administrators. The others have none. */
export async function openDemoMember(trx: Writer, password: string): Promise<Account> {
  const hashed = await hashPassword(password)
  await trx.updateTable('user').set({ password: hashed }).where('username', '=', username).execute()
  return { username, role: 'Member (at /user)', password }
}
