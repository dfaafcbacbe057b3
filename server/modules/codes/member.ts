import { sql } from 'kysely'
import type { Channel } from '../../../src/schemas/codeEvents.ts'
import type { Reader } from '../../core/db/connect.ts'

export interface AddressedMember {
  id: number
  username: string
  /** May they sign in? */
  enabled: boolean
}

/** The member who has an address; undefined when nobody has. Mail addresses are compared without case. */
export async function memberAt(db: Reader, channel: Channel, address: string): Promise<AddressedMember | undefined> {
  const { rows } = await sql<AddressedMember>`
    SELECT id, username, status = 'enable' AS enabled FROM "user"
    WHERE delete_time IS NULL AND ${sql.ref(channel)} <> '' AND lower(${sql.ref(channel)}) = lower(${address})
    ORDER BY id LIMIT 1`.execute(db)
  return rows[0]
}
