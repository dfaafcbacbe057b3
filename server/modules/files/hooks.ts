import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { pendingOf } from '../../core/transaction/transaction.ts'
import { computesOf } from '../../crud/computes.ts'
import type { DecorateInput, DeleteInput, Row, RowAction, ScreenHooks } from '../../crud/domain.ts'
import { fullUrl, removeUnused } from './attachments.ts'
import { type HooksOf, placesOf } from './places.ts'
import { references } from './references.ts'

/** routine/attachment: a file in use stays, and a file goes with its row, after the row has. */
const attachmentHooks = (hooksOf: HooksOf): ScreenHooks => ({
  computes: computesOf('routine/attachment', {
    preview: { sql: `case when t.mimetype like 'image/%' then t.url else '/api/ajax/buildSuffixSvg?suffix=' || t.suffix end` },
    used: async ({ ctx, db, rows }) => {
      const counts = await references(db, ctx.schema, rows.map(urlOf))
      return rows.map((row) => counts.get(urlOf(row)) ?? 0)
    },
    // Asked for with one record only: the list does not show it.
    places: ({ ctx, db, rows }) => Promise.all(rows.map((row) => placesOf(ctx, db, urlOf(row), hooksOf))),
  }),
  beforeDelete: refuseUsed,
  afterDelete: ({ ctx, trx, rows }) => forget(ctx, trx, rows),
  decorate,
  rowReads: ['url'],
})

/** Hooks of the screens about files, by page id; they ask those of other screens which referencing rows may be listed. */
export const fileScreenHooks = (hooksOf: HooksOf): Readonly<Record<string, ScreenHooks>> => ({
  'routine/attachment': attachmentHooks(hooksOf),
})

/** The actions of the screens about files. */
export const fileActions: Readonly<Record<string, RowAction>> = {
  'routine/attachment.force': {
    async run({ ctx, trx, row }) {
      await sql`delete from attachment where id = ${Number(row.id)}`.execute(trx)
      await forget(ctx, trx, [row])
    },
  },
}

const urlOf = (row: { readonly url?: unknown }): string => String(row.url ?? '')

async function refuseUsed({ ctx, trx, rows }: DeleteInput): Promise<void> {
  const counts = await references(trx, ctx.schema, rows.map(urlOf))
  for (const row of rows) {
    const count = counts.get(urlOf(row))
    if (count) throw new Refused('upload.used', { name: String(row.name), count })
  }
}

/** Forgets who had uploaded them, and removes them. */
async function forget(ctx: Context, trx: Writer, rows: readonly Row[]): Promise<void> {
  await sql`delete from attachment_owner where attachment_id = any(${rows.map((row) => Number(row.id))}::int[])`.execute(trx)
  removeFiles(ctx, trx, rows)
}

/** The files go when the deletion has committed: one that was rolled back keeps them. */
function removeFiles(ctx: Context, trx: Writer, rows: readonly Row[]): void {
  const { database, storage } = ctx.services
  for (const row of rows) {
    pendingOf(trx)?.after.push(async () => {
      await removeUnused(database, storage, urlOf(row)).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a deleted file is left'),
      )
    })
  }
}

/** BuildAdmin's client shows `full_url`. */
async function decorate({ db, rows, wire }: DecorateInput): Promise<void> {
  const { cdn_url: cdnUrl } = await readSiteConfig(db)
  for (const [i, row] of wire.entries()) row.full_url = fullUrl(urlOf(rows[i] ?? {}), cdnUrl)
}
