import { sql } from 'kysely'
import type { Schema } from '../../codegen/pages.ts'
import { formatDateTime } from '../../src/schemas/kinds/clock.ts'
import { exportTable } from '../../src/schemas/language/actions.ts'
import { type ExportFormat, exportColumns, exportScopes } from '../../src/schemas/language/dataio.ts'
import { entityOf } from '../crud/tables.ts'
import { cancelExport } from '../dataio/export/fetch.ts'
import { exportJob } from '../dataio/export/record.ts'
import { askedFor } from '../dataio/export/request.ts'
import type { Writer } from '../db/connect.ts'
import { insertRow } from '../db/rows.ts'
import { enqueue } from '../jobs/queue.ts'
import { day } from './clock.ts'
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
}

const orders = 'shop/order/order'

/** Seven of orders and ten of other lists. Two are called off; the packer's fails, who may not see what was asked for. */
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
  { target: 'user/scoreLog', format: 'csv', days: 30 },
  { target: 'user/moneyLog', format: 'xlsx', by: 'packer' },
  { target: 'shop/goods/goods', format: 'xlsx' },
  { target: 'shop/order/refund', format: 'xlsx' },
  { target: 'shop/order/evaluate', format: 'csv' },
  { target: 'shop/coupon/receive', format: 'csv', calledOff: true },
  { target: 'shop/team/join', format: 'xlsx' },
  { target: 'points/order', format: 'csv' },
]

/**
 * The demo shop's exports (screens, chapter H), asked for as people do: the server that starts next makes them. Gives their number. Throws when
 * a list that is wanted has no columns to export.
 */
export async function seedExports(trx: Writer, { schema, now }: { schema: Schema; now: number }): Promise<number> {
  const { rows: admins } = await sql<{ id: number; username: string }>`select id, username from admin order by id`.execute(trx)
  const owner = admins[0]?.id ?? 0
  for (const [i, { target, scope, format, days, by, calledOff }] of wanted.entries()) {
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
    const id = Number(await insertRow(trx, entityOf(schema, exportTable), values, now))
    await enqueue(trx, exportJob, id)
    if (calledOff) await cancelExport(trx, id)
  }
  // Each of orders that is made tells whoever asked for it: the owner.
  const count = wanted.filter(({ target, calledOff }) => target === orders && !calledOff).length
  await settleInboxes(trx, { adminId: owner, count })
  return wanted.length
}
