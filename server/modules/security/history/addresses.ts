import { sql } from 'kysely'
import type { HistoryAnswer } from '../../../../src/schemas/api/history.ts'
import { idOf } from '../../../../src/schemas/kinds/define.ts'
import type { Context } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import type { Handler } from '../../../core/handler.ts'
import { Refused } from '../../../core/refuse.ts'
import type { AdminRow, UserRow } from '../../../core/rows.generated.ts'
import type { At, Row, Writing } from '../../../crud/domain.ts'
import { infoHandler } from '../../../crud/read/read.ts'
import { requestKey } from '../../../crud/rows/key.ts'
import type { Screen } from '../../../crud/screen/screen.ts'
import { saveFormerValues } from '../rollback.ts'
import { byTransaction, type Change, changesSince, readChanges } from './changes.ts'
import { authorKey, entryOf } from './entry.ts'
import { readWords } from './words.ts'

const pageSize = 50

/** Addresses of the history of a list's records: to read it, and to give fields back the values they had before a change. */
export function historyAddresses(screen: Screen, at: At, writing: Writing): Handler[] {
  if (!screen.page.actions.history) return []
  const edit = screen.page.actions.edit
  return [
    at('GET', 'history', screen.page.actions.history.node, (ctx) => historyHandler(screen, ctx)),
    ...(edit
      ? [
          {
            ...at(
              'POST',
              'restoreVersion',
              edit.node,
              writing('restoreVersion', (ctx, trx) => restoreVersion(screen, ctx, trx)),
            ),
            successMessage: 'success.crud.updated',
          },
        ]
      : []),
  ]
}

/** GET history?id=&before=: what happened to the record, for whoever may read it. */
async function historyHandler(screen: Screen, ctx: Context): Promise<HistoryAnswer> {
  await infoHandler(screen, ctx) // refuses records that the person may not meet
  const key = requestKey(screen, ctx.query)
  const before = idOf(ctx.query.before) ?? Number.MAX_SAFE_INTEGER
  const changes = await readChanges(ctx.read, screen, key, { before: Number(before), most: pageSize + 1 })
  const more = changes.length > pageSize
  const groups = byTransaction(changes.slice(0, pageSize))
  const making = { ctx, screen, words: await readWords(ctx.read, screen.page.id), names: await namesOf(ctx.read, changes) }
  const list = await Promise.all(groups.map((group) => entryOf(making, group)))
  return { list: list.flatMap((entry) => entry ?? []), more }
}

async function namesOf(db: Reader, changes: readonly Change[]): Promise<Map<string, string>> {
  const ids = (name: 'admin_id' | 'user_id') => [...new Set(changes.map((change) => change[name]).filter((id) => id > 0))]
  const { rows: admins } = await sql<
    Pick<AdminRow, 'id' | 'nickname'>
  >`select id, nickname from admin where id = any(${ids('admin_id')})`.execute(db)
  const { rows: users } = await sql<
    Pick<UserRow, 'id' | 'nickname'>
  >`select id, nickname from "user" where id = any(${ids('user_id')})`.execute(db)
  return new Map([
    ...admins.map(({ id, nickname }) => [authorKey({ admin_id: id, user_id: 0 }), nickname] as const),
    ...users.map(({ id, nickname }) => [authorKey({ admin_id: 0, user_id: id }), nickname] as const),
  ])
}

/**
 * POST restoreVersion {id, change, fields?}: gives the record, or some of its fields, the values from before the change, through the form's
 * own save. Of all fields only those that the form has.
 */
async function restoreVersion(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  const key = requestKey(screen, ctx.body)
  const change = idOf(ctx.body.change)
  if (change === undefined) throw new Refused('crud.notFound')
  const only = Array.isArray(ctx.body.fields) ? ctx.body.fields.map(String) : null
  const old: Row = {}
  for (const { old_values, new_values } of await changesSince(trx, screen, key, Number(change)))
    for (const name of Object.keys((new_values ?? {}) as Row))
      if (!Object.hasOwn(old, name) && (only?.includes(name) ?? true)) old[name] = ((old_values ?? {}) as Row)[name]
  if (Object.keys(old).length === 0) throw new Refused('security.nothingToRestore')
  await saveFormerValues(screen, ctx, trx, { key: String(key), old, skips: only === null })
  return null
}
