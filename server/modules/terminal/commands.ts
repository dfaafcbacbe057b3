import { sql } from 'kysely'
import { loadSchema } from '../../../codegen/load/pages.ts'
import type { SchemaDirs } from '../../../codegen/load/schemaSources.ts'
import type { TerminalCommand } from '../../../src/schemas/api/terminal.ts'
import { formatIssue } from '../../../src/schemas/language/issue.ts'
import type { Services } from '../../core/services.ts'
import { accessChanged } from '../../core/session/access.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'

/** What a command works with: nothing of the request. */
export interface CommandInput {
  services: Services
  /** Folders of the schemas. */
  schemaDir: SchemaDirs
  /** A word below `terminal` in the language of the person. */
  say(key: string, params?: Readonly<Record<string, string | number>>): string
}

/** Yields lines of output as they come; returns whether all was well. Throws on unexpected errors. */
export type Command = (input: CommandInput) => AsyncGenerator<string, boolean>

/** Every command; the compiler asks for each name of the list. */
export const commands: Readonly<Record<TerminalCommand, Command>> = {
  health,
  'pages.check': checkPages,
  'cache.clear': clearCache,
  'sessions.sweep': purgeRows,
  'files.sweep': purgeAllFiles,
}

async function* health({ services, say }: CommandInput): AsyncGenerator<string, boolean> {
  yield say('health.process', { version: process.version, hours: (process.uptime() / 3600).toFixed(1) })
  yield say('health.memory', { size: Math.round(process.memoryUsage().rss / 1024 ** 2) })
  const started = performance.now()
  const { rows } = await sql<{ version: string; size: string; sessions: number; waiting: number; failed: number }>`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*)::int from admin_session) as sessions,
      (select count(*)::int from queued_message where status = 0) as waiting,
      (select count(*)::int from queued_message where status <> 0) as failed`.execute(services.database.read)
  const [row] = rows
  if (!row) return false
  yield say('health.database', { ...row, ms: Math.round(performance.now() - started) })
  yield say('health.sessions', { count: row.sessions })
  yield say('health.messages', { waiting: row.waiting, failed: row.failed })
  return true
}

async function* checkPages({ schemaDir, say }: CommandInput): AsyncGenerator<string, boolean> {
  const { schema, issues, warnings } = await loadSchema(schemaDir)
  for (const issue of [...issues, ...warnings]) yield formatIssue(issue)
  yield say('pages.done', {
    pages: schema.pages.size,
    tables: schema.entities.size,
    faults: issues.length,
    doubts: warnings.length,
  })
  return issues.length === 0
}

async function* clearCache({ services, say }: CommandInput): AsyncGenerator<string, boolean> {
  await inTransaction(services.database, (trx) => accessChanged(trx, '*'))
  yield say('cleared')
  return true
}

async function* purgeRows({ services, say }: CommandInput): AsyncGenerator<string, boolean> {
  await services.purges.rows()
  yield say('swept')
  return true
}

async function* purgeAllFiles({ services, say }: CommandInput): AsyncGenerator<string, boolean> {
  for await (const { kind, count } of services.purges.files()) yield say(kind, { count })
  return true
}
