import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { renderSVG } from 'uqr'
import type { ModuleOrder } from '../../../src/schemas/api/market.ts'
import { formatFen, parseFen } from '../../../src/schemas/kinds/money.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader, Writer } from '../../core/db/connect.ts'
import { readColumn } from '../../core/db/scalar.ts'
import type { Handler } from '../../core/handler.ts'
import { adminLog } from '../../core/log/adminLog.ts'
import { Refused } from '../../core/refuse.ts'
import type { ModuleOrderRow } from '../../core/rows.generated.ts'
import { type PayChannel, ProviderError, payChannels } from '../payments/provider.ts'
import { readCatalogue } from './catalogue/catalogue.ts'
import { readUid } from './requests.ts'

const at = { app: 'admin', controller: 'module', access: { type: 'node', node: 'moduleStore/buy' } } as const

/** Addresses with which modules are bought: once for the whole site, whoever pays. */
export const orderHandlers: readonly Handler[] = [
  { ...at, action: 'buy', method: 'POST', run: buy },
  { ...at, action: 'order', method: 'GET', isUnlogged: true, run: look },
  // Open to all, and to whoever holds the key: the signature over the whole body is asked for before anything else.
  { app: 'api', controller: 'Module', action: 'paid', method: 'POST', access: { type: 'public' }, raw: true, run: takeNotice },
]

/** Where the provider calls: the path behind the server's address. */
const noticePath = '/api/Module/paid'

const orderStatus = { toPay: 1, paid: 2, cancelled: 3 } as const
/** Seconds until which an order may be paid. */
const payWithin = 1800

/** Names of the modules that have been paid for. */
export async function boughtUids(db: Reader): Promise<Set<string>> {
  const uids = await readColumn(db, sql`select distinct uid from module_order where status = ${orderStatus.paid}`)
  return new Set(uids.map(String))
}

/** Throws `Refused` where a module costs something and nobody has paid. */
export async function requirePaid(ctx: Context, uid: string): Promise<void> {
  if ((await priceOf(ctx, uid)) > 0 && !(await boughtUids(ctx.read)).has(uid)) throw new Refused('module.unpaid', { uid })
}

async function priceOf(ctx: Context, uid: string): Promise<number> {
  const { entries } = await readCatalogue(ctx)
  const entry = entries.find((each) => each.uid === uid)
  if (!entry || entry.versions.length === 0) throw new Refused('module.notInCatalogue', { uid, version: '' })
  return parseFen(entry.price) ?? 0
}

/** POST buy { uid, pay_type, agree }: a new order, and where it is paid. */
async function buy(ctx: Context): Promise<ModuleOrder> {
  const uid = readUid(ctx.body.uid)
  const channel = payChannels.find((each) => each === ctx.body.pay_type)
  if (!channel) throw new Refused('crud.parameter', { name: 'pay_type' })
  if (String(ctx.body.agree ?? '') !== '1') throw new Refused('module.agree', {}, { field: 'agree' })
  const amount = await priceOf(ctx, uid)
  if (amount === 0 || (await boughtUids(ctx.read)).has(uid)) throw new Refused('module.bought', { uid })
  const provider = ctx.services.payments()
  if (!provider) throw new Refused('module.noPayments')
  const order_no = `M${ctx.now}${randomBytes(6).toString('hex')}`
  await ctx.write(async (trx) => {
    await adminLog(trx, ctx, 'module.log.buy', uid)
    const times = { create_time: ctx.now, update_time: ctx.now }
    const values = { order_no, uid, amount, pay_type: channel, status: orderStatus.toPay }
    await trx
      .insertInto('module_order')
      .values({ ...values, ...times, trade_no: '', admin_id: actorOf(ctx).id })
      .execute()
  })
  return openedOrder(ctx, { order_no, amount, channel })
}

/** Opened again under its number, it is the same payment. */
async function openedOrder(
  ctx: Context,
  { order_no, amount, channel }: { order_no: string; amount: number; channel: PayChannel },
): Promise<ModuleOrder> {
  const provider = ctx.services.payments()
  if (!provider) throw new Refused('module.noPayments')
  try {
    const notifyUrl = ctx.services.address() + noticePath
    const { payUrl } = await provider.open({ payNo: order_no, channel, amount, expires: ctx.now + payWithin, notifyUrl })
    const qr = `data:image/svg+xml,${encodeURIComponent(renderSVG(payUrl, { border: 2 }))}`
    return { order_no, amount: formatFen(amount), isPaid: false, pay_url: payUrl, qr }
  } catch (error) {
    throw unreachable(ctx, error)
  }
}

/** GET order?order_no: whether it has been paid. The provider is asked, so a call of it that is lost changes nothing. */
async function look(ctx: Context): Promise<ModuleOrder> {
  const { rows } = await sql<Pick<ModuleOrderRow, 'order_no' | 'uid' | 'amount' | 'status'>>`
    select order_no, uid, amount, status from module_order where order_no = ${String(ctx.query.order_no ?? '')}`.execute(ctx.read)
  const [row] = rows
  if (!row) throw new Refused('crud.notFound')
  const answer = { order_no: row.order_no, amount: formatFen(row.amount), pay_url: '', qr: '' }
  if (Number(row.status) === orderStatus.paid) return { ...answer, isPaid: true }
  return { ...answer, isPaid: await isPaidNow(ctx, row) }
}

async function isPaidNow(ctx: Context, { order_no, amount }: Pick<ModuleOrderRow, 'order_no' | 'amount'>): Promise<boolean> {
  const provider = ctx.services.payments()
  if (!provider) throw new Refused('module.noPayments')
  const found = await provider.find(order_no).catch((error: unknown) => {
    throw unreachable(ctx, error)
  })
  if (found.state !== 'paid') return false
  if (found.amount !== Number(amount)) throw new Refused('module.amount', { order: order_no })
  // Reading is a call that writes nothing; what the provider says is noted beside it.
  await notePaid(ctx.services.database.write, { order_no, trade_no: found.tradeNo, now: ctx.now })
  return true
}

async function notePaid(db: Pick<Writer, 'updateTable'>, { order_no, trade_no, now }: Paid): Promise<void> {
  await db
    .updateTable('module_order')
    .set({ status: orderStatus.paid, trade_no, update_time: now })
    .where('order_no', '=', order_no)
    .where('status', '=', orderStatus.toPay)
    .execute()
}

/** Records that a demo has bought a module. */
export async function recordBought(
  trx: Writer,
  { uid, amount, now }: { uid: string; amount: number; now: number },
): Promise<void> {
  const times = { create_time: now, update_time: now }
  const values = { order_no: `M${now}${uid}`.slice(0, 32), uid, amount, pay_type: 'wechat', status: orderStatus.paid }
  await trx
    .insertInto('module_order')
    .values({ ...values, ...times, trade_no: 'demo', admin_id: 0 })
    .execute()
}

interface Paid {
  order_no: string
  trade_no: string
  now: number
}

/** POST /api/Module/paid: a call of the provider. */
async function takeNotice(ctx: Context): Promise<null> {
  const provider = ctx.services.payments()
  if (!provider || !ctx.raw) throw new Refused('module.noPayments')
  const { event, state, number, tradeNo, amount } = provider.read({ ...ctx.raw, now: ctx.now })
  if (event !== 'payment' || state !== 'done') return null
  const { rows } = await sql<Pick<ModuleOrderRow, 'amount'>>`select amount from module_order where order_no = ${number}`.execute(
    ctx.read,
  )
  if (!rows[0] || Number(rows[0].amount) !== amount) throw new Refused('module.amount', { order: number })
  await ctx.write((trx) => notePaid(trx, { order_no: number, trade_no: tradeNo, now: ctx.now }))
  return null
}

function unreachable(ctx: Context, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  ctx.log.warn({ err: error }, 'a module could not be paid for')
  return new Refused('module.unreachable')
}
