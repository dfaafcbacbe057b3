import { Client } from 'pg'
import { messageOf } from '../../../../src/schemas/errors.ts'

/** Settings of PostgreSQL without which it may forget what it has confirmed, or cannot repair itself after a power cut. */
const needed = ['fsync', 'full_page_writes', 'synchronous_commit']
const oldest = 150_000

/**
 * Checks the database before anything is written to it. Throws one clear line when it cannot be reached, is older than version 15, or is
 * set up so that a confirmed write can be lost.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // a connection that breaks between two queries rejects the next one
  try {
    await client.connect()
  } catch (cause) {
    throw new Error(`The database ${withoutPassword(url)} cannot be reached: ${messageOf(cause) || String(cause)}.`, {
      cause,
    })
  }
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_settings WHERE name = ANY($1) OR name = $2',
      [needed, 'server_version_num'],
    )
    const settings = new Map(rows.map((row) => [row.name, row.setting]))
    const version = Number(settings.get('server_version_num'))
    if (version < oldest) throw new Error(`The database is PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed.`)
    const off = needed.filter((name) => settings.get(name) === 'off')
    if (off.length > 0) {
      throw new Error(
        `The database may lose confirmed writes: ${off.join(' and ')} ${off.length > 1 ? 'are' : 'is'} off. Switch on to start.`,
      )
    }
  } finally {
    await client.end()
  }
}

function withoutPassword(text: string): string {
  const url = new URL(text)
  url.password = ''
  return url.toString()
}
