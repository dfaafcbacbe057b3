import { sql } from 'kysely'
import {
  type CommentsAnswer,
  commentLimits,
  type Mention,
  mentionsName,
  type RecordComment,
} from '../../../src/schemas/api/comments.ts'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import { titleText } from '../../../src/schemas/language/list/naming.ts'
import { interpolate, type Locale, locales } from '../../../src/schemas/language/words.ts'
import { rowOf, rowsOf } from '../../core/command.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { insertRow } from '../../core/db/rows.ts'
import { Refused } from '../../core/refuse.ts'
import type { AdminRow, RecordCommentRow } from '../../core/rows.generated.ts'
import type { Row } from '../../crud/domain.ts'
import { readRecord } from '../../crud/read/read.ts'
import { requestKey } from '../../crud/rows/key.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { entityOf } from '../../crud/tables.ts'
import { maySee, nameOf, personsOf } from './people.ts'

type Stored = RecordCommentRow & { create_time: number } & { nickname: AdminRow['nickname'] | null; avatar: string | null }

/** The record that a request names, for a person who may meet it; refused as "not found" for everybody else. */
async function recordOf(screen: Screen, ctx: Context, values: Readonly<Row>): Promise<{ key: Key; wire: Row }> {
  const key = requestKey(screen, values)
  const { wire } = await readRecord(screen, ctx, key, { purpose: 'info' })
  return { key, wire }
}

/** GET comments: what was written about a record, for whoever may read it. */
export async function readComments(screen: Screen, ctx: Context): Promise<CommentsAnswer> {
  const { key } = await recordOf(screen, ctx, ctx.query)
  const before = Number(idOf(ctx.query.before) ?? Number.MAX_SAFE_INTEGER)
  const found = await rowsOf(
    ctx.read,
    sql<Stored>`select c.*, a.nickname, a.avatar from record_comment c left join admin a on a.id = c.admin_id
      where c.table_name = ${screen.entity.table} and c.row_key = ${String(key)} and c.id < ${before}::bigint
      order by c.id desc limit ${commentLimits.page + 1}::bigint`,
  )
  return { list: found.slice(0, commentLimits.page).map((row) => shown(ctx, row)), more: found.length > commentLimits.page }
}

function shown(ctx: Context, row: Stored): RecordComment {
  const actor = actorOf(ctx)
  const isOwn = row.admin_id === actor.id
  const mayEdit = isOwn && ctx.now - row.create_time < commentLimits.editing
  return {
    id: row.id,
    author: row.nickname || row.author,
    avatar: row.avatar ?? '',
    text: row.text,
    mentions: (row.mentions ?? []) as Mention[],
    time: row.create_time,
    edited: row.edit_time,
    mayEdit,
    mayDelete: mayEdit || actor.super,
  }
}

/** POST addComment {id, text, mentions?}: writes about a record, and notifies those who are mentioned. */
export async function addComment(screen: Screen, ctx: Context, trx: Writer): Promise<{ id: number }> {
  const { key, wire } = await recordOf(screen, ctx, ctx.body)
  const text = textOf(ctx)
  const mentions = await mentionsOf({ screen, ctx, key }, text)
  const actor = actorOf(ctx)
  const values = {
    table_name: screen.entity.table,
    row_key: String(key),
    admin_id: actor.id,
    author: nameOf(actor),
    text,
    mentions,
    edit_time: null,
  }
  const id = Number(await insertRow(trx, entityOf(screen.schema, 'record_comment'), values, ctx.now))
  await notifyMentioned({ screen, ctx, key }, trx, { id, text, wire, who: mentions })
  return { id }
}

/** POST editComment {id, comment, text, mentions?}: its author corrects it; those who are mentioned only now are notified. */
export async function editComment(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  const { key, wire } = await recordOf(screen, ctx, ctx.body)
  const old = await lockComment(screen, ctx, trx, key)
  if (!shown(ctx, old).mayEdit) throw new Refused('comments.notYours', { minutes: commentLimits.editing / 60 })
  const text = textOf(ctx)
  const mentions = await mentionsOf({ screen, ctx, key }, text)
  const known = new Set(((old.mentions ?? []) as Mention[]).map(({ id }) => id))
  await sql`update record_comment set text = ${text}, mentions = ${JSON.stringify(mentions)}::jsonb, edit_time = ${ctx.now}::bigint,
    update_time = ${ctx.now}::bigint where id = ${old.id}`.execute(trx)
  await notifyMentioned({ screen, ctx, key }, trx, { id: old.id, text, wire, who: mentions.filter(({ id }) => !known.has(id)) })
  return null
}

/** POST deleteComment {id, comment}: its author takes it back, or a super administrator takes it away. */
export async function deleteComment(screen: Screen, ctx: Context, trx: Writer): Promise<null> {
  const { key } = await recordOf(screen, ctx, ctx.body)
  const old = await lockComment(screen, ctx, trx, key)
  if (!shown(ctx, old).mayDelete) throw new Refused('comments.notYours', { minutes: commentLimits.editing / 60 })
  await sql`delete from record_comment where id = ${old.id}`.execute(trx)
  return null
}

async function lockComment({ entity }: Screen, ctx: Context, trx: Writer, key: Key): Promise<Stored> {
  const id = idOf(ctx.body.comment)
  const found =
    id === undefined
      ? undefined
      : await rowOf(
          trx,
          sql<Stored>`select c.*, null as nickname, null as avatar from record_comment c
            where c.id = ${id}::bigint and c.table_name = ${entity.table} and c.row_key = ${String(key)} for update`,
        )
  if (!found) throw new Refused('comments.gone')
  return found
}

function textOf({ body }: Context): string {
  const text = typeof body.text === 'string' ? body.text.trim() : ''
  if (text === '' || text.length > commentLimits.text) throw new Refused('comments.text', { max: commentLimits.text })
  return text
}

/** The record that a comment is about. */
interface About {
  screen: Screen
  ctx: Context
  key: Key
}

/** Who is mentioned: of those named, whoever the text still names. Refused where one of them may not read the record. */
async function mentionsOf({ screen, ctx, key }: About, text: string): Promise<Mention[]> {
  const given: unknown[] = Array.isArray(ctx.body.mentions) ? ctx.body.mentions : []
  if (given.length > commentLimits.mentions) throw new Refused('comments.tooMany', { max: commentLimits.mentions })
  const ids = [...new Set(given.map((each) => Number(idOf(each) ?? 0)))]
  const persons = await personsOf(ctx.read, ids)
  const allowed = await Promise.all(persons.map(({ id }) => maySee(screen, ctx, key, id)))
  const outside = persons.find((_, i) => !allowed[i])
  if (outside || persons.length < ids.length)
    throw new Refused('comments.cannotSee', { name: outside ? nameOf(outside) : ctx.text('comments.somebody') })
  return persons.map((each) => ({ id: each.id, name: nameOf(each) })).filter(({ name }) => mentionsName(text, name))
}

interface Written {
  id: number
  text: string
  wire: Row
  who: readonly Mention[]
}

/** Nobody is notified of what they wrote themselves. */
async function notifyMentioned({ screen, ctx, key }: About, trx: Writer, { id, text, wire, who }: Written): Promise<void> {
  const actor = actorOf(ctx)
  const admins = who.map((each) => each.id).filter((each) => each !== actor.id)
  if (admins.length === 0) return
  const { page } = screen
  const title = titleText(page, wire) ?? String(key)
  const textIn = (lang: Locale) =>
    interpolate(ctx.schema.words.shared[lang]['comments.notice'] ?? '', {
      who: nameOf(actor),
      screen: ctx.schema.words.text(lang, page.id, 'title'),
      record: title,
      text,
    })
  const texts = Object.fromEntries(locales.map((lang) => [lang, textIn(lang)])) as Record<Locale, string>
  await screen.notify?.(
    trx,
    {
      page: page.id,
      // With who is told: somebody mentioned by a correction a moment later is told as well.
      action: `comment ${id} ${admins.join(' ')}`,
      key: page.entity.key ?? 'id',
      value: key,
      node: `${page.id}/index`,
      groups: [],
      texts,
      admins,
    },
    ctx,
  )
}
