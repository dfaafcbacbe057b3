import { sql } from 'kysely'
import { codeOf } from '../../../src/schemas/errors.ts'
import type { Database, Writer } from '../../core/db/connect.ts'
import { filesFrom, hashOf, type WorkspaceFiles } from './files.ts'

/** Announces that there is a newer revision: of the workspace, whose hash is the payload, or other packages. */
export const revisionChannel = 'kontor_revision'

/** Revisions that are kept, the newest included. */
const kept = 50

const noSuchTable = '42P01'

/** The newest revision that was served; undefined where there is none, or the database is not prepared yet. */
export async function newestRevision({ read }: Pick<Database, 'read'>): Promise<WorkspaceFiles | undefined> {
  try {
    const newest = read.selectFrom('workspace_revision').select('files').orderBy('id', 'desc').limit(1)
    const row = await newest.executeTakeFirst()
    return row && filesFrom(row.files)
  } catch (error) {
    if (codeOf(error) === noSuchTable) return undefined
    throw error
  }
}

/** Keeps the files as the newest revision, unless they are it already, and tells all nodes. */
export async function publishRevision(trx: Writer, files: WorkspaceFiles, now: number): Promise<void> {
  const hash = hashOf(files)
  const newest = trx.selectFrom('workspace_revision').select(['id', 'hash']).orderBy('id', 'desc').limit(1)
  const before = await newest.executeTakeFirst()
  if ((before?.hash ?? '') === hash) return
  await trx
    .insertInto('workspace_revision')
    .values({ hash, files: JSON.stringify(Object.fromEntries(files)), create_time: now, update_time: now })
    .execute()
  if (before)
    await trx
      .deleteFrom('workspace_revision')
      .where('id', '<=', Number(before.id) - kept + 1)
      .execute()
  await sql`select pg_notify(${revisionChannel}, ${hash})`.execute(trx)
}
