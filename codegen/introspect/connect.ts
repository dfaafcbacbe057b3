import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Query } from './postgres.ts'

/**
 * Opens the database that is meant: the one named, else DATABASE_URL, else the embedded one of the server that runs on KONTOR_DATA
 * (the server writes down its address there while it runs). Throws with what to do when there is none.
 */
export async function connect(named?: string): Promise<{ query: Query; close(): Promise<void> }> {
  const url = named ?? (process.env.DATABASE_URL || (await runningDatabase(process.env.KONTOR_DATA || '.kontor')))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    query: async <Row extends pg.QueryResultRow>(sql: string, params: unknown[]) => (await client.query<Row>(sql, params)).rows,
    close: () => client.end(),
  }
}

async function runningDatabase(dataDir: string): Promise<string> {
  try {
    const text = await readFile(join(dataDir, 'postgres', 'connection.json'), 'utf8')
    return (JSON.parse(text) as { url: string }).url
  } catch (cause) {
    throw new Error(`no server is running on ${dataDir}: start it (npm start), or name a database with --url or DATABASE_URL`, {
      cause,
    })
  }
}
