import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../../../src/schemas/errors.ts'
import { readSettings } from '../../settings.ts'
import { isUnreachable } from '../faults.ts'

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

/** What such a tool says of an error, in one line: of a database that does not answer, what to do about it; else the error's own message. */
export function messageOfTool(error: unknown): string {
  if (!isUnreachable(error)) return messageOf(error)
  return `The database does not answer (${codeOf(error)}). Is the server running? Start it (npm start), then try again.`
}
