import { sql } from 'kysely'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { insertRow } from '../../../../server/core/db/rows.ts'
import { enqueue } from '../../../../server/core/jobs/queue.ts'
import type { AdminRow } from '../../../../server/core/rows.generated.ts'
import { entityOf } from '../../../../server/crud/tables.ts'
import { cancelExport } from '../../../../server/modules/dataio/export/fetch.ts'
import { exportJob } from '../../../../server/modules/dataio/export/record.ts'
import { askedFor } from '../../../../server/modules/dataio/export/request.ts'
import {
  type ExportFormat,
  exportColumns,
  exportDays,
  exportScopes,
  exportStatus,
} from '../../../../src/schemas/api/exporting.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { exportTable } from '../../../../src/schemas/language/action/builtInActions.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import type { Counted } from '../../server/command.ts'
import { day } from '../clock.ts'
import { settleInboxes } from './inbox.ts'

interface Wanted {
  target: string
  scope?: string
  format: ExportFormat
  /** Days back that are exported; absent: everything. */
  days?: number
  /** Who asks for it: the owner unless somebody else is named. */
  by?: string
  /** It is called off before it begins. */
  calledOff?: true
  /** It was made so long ago that its file is not kept any more. */
  expired?: true
}

const orders = 'shop/order/order'

/** Seven of orders and ten of other lists. Two are called off, one has expired; the packer's fails, who may not see what was asked for. */
const wanted: readonly Wanted[] = [
  { target: orders, scope: 'orders', format: 'xlsx', days: 30 },
  { target: orders, scope: 'orders', format: 'csv', days: 7 },
  { target: orders, scope: 'lines', format: 'xlsx', days: 30 },
  { target: orders, scope: 'lines', format: 'csv', days: 7 },
  { target: orders, scope: 'ship', format: 'xlsx', days: 60 },
  { target: orders, scope: 'orders', format: 'csv', days: 90, calledOff: true },
  { target: orders, scope: 'ship', format: 'csv', days: 7 },
  { target: 'user/user', format: 'xlsx' },
  { target: 'user/moneyLog', format: 'csv', days: 30 },
  { target: 'user/scoreLog', format: 'csv', expired: true },
  { target: 'user/moneyLog', format: 'xlsx', by: 'packer' },
  { target: 'shop/goods/goods', format: 'xlsx' },
  { target: 'shop/order/refund', format: 'xlsx' },
  { target: 'shop/order/evaluate', format: 'csv' },
  { target: 'shop/coupon/receive', format: 'csv', calledOff: true },
  { target: 'shop/team/join', format: 'xlsx' },
  { target: 'points/order', format: 'json' },
]

/**
 * The demo shop's exports (screens, chapter H), asked for as people do: the server that starts next makes them. Gives their number. Throws when
 * a list that is wanted has no columns to export.
 */
export async function seedExports(trx: Writer, { schema, now }: { schema: Schema; now: number }): Promise<number> {
  const { rows: admins } = await sql<Pick<AdminRow, 'id' | 'username'>>`select id, username from admin order by id`.execute(trx)
  const owner = admins[0]?.id ?? 0
  for (const [i, { target, scope, format, days, by, calledOff, expired }] of wanted.entries()) {
    const page = schema.pages.get(target)
    if (!page) throw new Error(`there is no list ${target} to export`)
    const sheet = scope ?? exportScopes(page)[0] ?? ''
    const range = days === undefined ? '' : `${formatDateTime(now - days * day)},${formatDateTime(now)}`
    const search = range === '' ? [] : [{ field: 'create_time', operator: 'RANGE', val: range }]
    const asking = {
      name: `${schema.words.text('zh-cn', target, 'title')} ${formatDateTime(now).slice(0, 16).replace(':', '')} #${i + 1}`,
      target,
      scope: sheet,
      format,
      columns: exportColumns(page, sheet).map(({ name }) => name),
      filters: { search, quickSearch: '' },
      sort: '',
      zone: 'Asia/Shanghai',
      mask_sensitive: 1,
    } as const
    const admin = by === undefined ? owner : (admins.find(({ username }) => username === by)?.id ?? owner)
    const values = { ...askedFor({ actor: null, lang: 'zh-cn' }, asking), admin_id: admin }
    const entity = entityOf(schema, exportTable)
    if (expired) {
      await insertRow(trx, entity, { ...values, ...(await endedLongAgo(trx, page, now)) }, now - long)
      continue
    }
    const id = Number(await insertRow(trx, entity, values, now))
    await enqueue(trx, exportJob, id)
    if (calledOff) await cancelExport(trx, id)
  }
  // Each of orders that is made tells whoever asked for it: the owner.
  const count = wanted.filter(({ target, calledOff }) => target === orders && !calledOff).length
  await settleInboxes(trx, { adminId: owner, count })
  return wanted.length
}

/** Seconds since an export was made whose file has gone. */
const long = (exportDays + 1) * day

/** How an export of the whole list stands that was made so long ago. */
async function endedLongAgo(trx: Writer, { entity }: Page, now: number) {
  const { rows } = await sql<Counted>`select count(*)::int as n from ${sql.table(entity.table)}`.execute(trx)
  const total = rows[0]?.n ?? 0
  const times = { finish_time: now - long, expire_time: now - long + exportDays * day }
  return { status: exportStatus.expired, progress: 100, done: total, total, ...times }
}
