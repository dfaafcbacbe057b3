import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../../settings.ts'

/**
 * The database that tools beside the server work on: DATABASE_URL, else the embedded one of the running server with the same
 * KONTOR_DATA. Throws one clear line when there is neither; whether the server still runs shows when connecting.
 */
export function databaseUrlForTools(env: Record<string, string | undefined> = process.env): string {
  const settings = readSettings(env)
  if (settings.databaseUrl) return settings.databaseUrl
  const path = join(settings.dataDir, 'postgres', 'connection.json')
  if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as { url: string }).url
  throw new Error(`No database: start Kontor first (npm start) with KONTOR_DATA at ${settings.dataDir}, or set DATABASE_URL.`)
}
