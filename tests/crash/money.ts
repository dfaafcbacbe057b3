import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { inTransaction } from '../../server/app/transaction.ts'
import { type Database, openDatabase, type Writer } from '../../server/db/connect.ts'
import { checkInvariants } from '../../server/demo/invariants.ts'
import { postMoney } from '../../server/domains/shop/ledger.ts'
import { applyCancel } from '../../server/domains/shop/order/applyCancel.ts'
import { createOrder } from '../../server/domains/shop/order/create.ts'
import { deliverOrder } from '../../server/domains/shop/order/deliver.ts'
import { payOrder } from '../../server/domains/shop/order/pay.ts'
import { applyRefund } from '../../server/domains/shop/refund/apply.ts'
import { auditRefund } from '../../server/domains/shop/refund/audit.ts'
import { sendReturn } from '../../server/domains/shop/refund/sendParcel.ts'
import { defaultSettings } from '../../server/domains/shop/settings.ts'
import type { StepActor, StepEnv } from '../../server/domains/shop/step.ts'
import type { Client } from '../harness/client.ts'
import type { TestSandbox } from '../harness/sandbox.ts'

/** What moves money, and the states (order's, or audit/status/parcel of its refund) before and after it. */
const kinds = {
  pay: ['1', '2'],
  payThrough: ['1', '2'],
  cancel: ['7', '6'],
  close: ['2', '6'],
  audit: ['1/1/0', '2/2/0'],
  accept: ['2/1/1', '2/2/2'],
} as const
type Kind = keyof typeof kinds

/** An action that was asked for; `confirmed` when its answer came before the kill. */
export interface MoneyAct {
  kind: Kind
  orderId: number
  refundId: number
  /** Fen that an audit agrees to. */
  amount: number
  confirmed: boolean
}

/** How many of each kind there are in a round. */
const ofEach = 2

export interface MoneyStage {
  database: Database
  memberId: number
}

/** Opens the database for a member who has money enough for everything. */
export async function openStage(url: string, memberId: number): Promise<MoneyStage> {
  const database = openDatabase(url, { connections: 4, statementTimeout: 60_000 })
  return { database, memberId }
}

const now = () => Math.floor(Date.now() / 1000)
const settings = { ...defaultSettings, maxUnpaid: 1_000_000 }
const envOf = (actor: StepActor): StepEnv => ({ now: now(), actor, settings })
const desk = () => envOf({ type: 'admin', id: 1, name: 'admin' })

/** Makes what the actions of a round need: orders and refunds in the states before them. */
export async function prepareActs(stage: MoneyStage): Promise<MoneyAct[]> {
  const acts: MoneyAct[] = []
  for (let n = 0; n < ofEach; n++)
    for (const kind of Object.keys(kinds) as Kind[])
      acts.push(await inTransaction(stage.database, (trx) => prepareAct(trx, stage.memberId, kind)))
  return acts
}

async function prepareAct(trx: Writer, userId: number, kind: Kind): Promise<MoneyAct> {
  const member = envOf({ type: 'member', id: userId, name: 'member' })
  const { rows } = await sql<{
    id: number
  }>`select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id where g.status = 1
    and s.status = 1 and g.per_limit = 0 and g.min_buy = 1 and g.delete_time is null and s.stock > 5 order by s.stock desc, s.id limit 1`.execute(
    trx,
  )
  const receiver = { name: '王芳', mobile: '13800131000', city: '北京市', address: '建国路1号' }
  const lines = [{ skuId: rows[0]?.id ?? 0, quantity: 2 }]
  const made = await createOrder(trx, { userId, lines, receiver, source: 'web' }, member)
  const act = { kind, orderId: made.id, refundId: 0, amount: 0, confirmed: false }
  const refNo = `crash ${made.orderNo}`
  await postMoney(trx, { userId, fen: made.payAmount, source: 'manual', refNo, memo: '' }, desk())
  if (kind === 'pay' || kind === 'payThrough') return act
  const through = kind === 'close' ? ('balance' as const) : ('wechat' as const)
  const payment = {
    orderId: made.id,
    amount: made.payAmount,
    payType: through,
    tradeNo: through === 'wechat' ? `crash${made.orderNo}` : '',
  }
  await payOrder(trx, payment, member)
  if (kind === 'cancel') await applyCancel(trx, { orderId: made.id, reason: 'x' }, member)
  if (kind === 'audit' || kind === 'accept') Object.assign(act, await prepareRefund(trx, made.id, kind, member))
  return act
}

async function prepareRefund(
  trx: Writer,
  orderId: number,
  kind: Kind,
  member: StepEnv,
): Promise<Pick<MoneyAct, 'refundId' | 'amount'>> {
  const isReturn = kind === 'accept'
  const parcel = { mode: 'none' as const, addressId: 1, companyId: null, trackingNo: '', lines: [], notifyUser: false }
  if (isReturn) await deliverOrder(trx, { orderId, ...parcel }, desk())
  const { rows } = await sql<{
    id: number
    pay_share: number
  }>`select id, pay_share from shop_order_goods where order_id = ${orderId}`.execute(trx)
  const [line] = rows
  const amount = Math.floor((line?.pay_share ?? 0) / 2)
  const request = { orderId, reason: 'other' as const, description: '', images: [], includeDelivery: false }
  const lines = [{ id: line?.id ?? 0, quantity: 1, amount }]
  const { id: refundId } = await applyRefund(trx, { ...request, type: isReturn ? 2 : 1, lines }, member)
  if (isReturn) {
    await auditRefund(trx, { refundId, result: 'agree', agreeAmount: amount, addressId: 2, note: '' }, desk())
    await sendReturn(trx, { refundId, companyId: null, trackingNo: 'SF1', images: [] }, member)
  }
  return { refundId, amount }
}

/** Who acts: the owner and the member at the server, the cashier of the provider, and a process of its own for refunds. */
export interface MoneyCast {
  owner: Client
  member: Client
  sandbox: TestSandbox
  worker: MoneyWorker
}

export interface MoneyWorker {
  child: ChildProcess
  /** Asks for a step; settles when it is committed. */
  ask(line: string): Promise<void>
  ended: Promise<unknown>
}

/** Starts the process that takes steps about refunds. */
export async function startWorker(url: string): Promise<MoneyWorker> {
  const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'moneyWorker.ts'), url]
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<string, () => void>()
  const ended = new Promise((resolve) => child.once('close', resolve))
  await new Promise<void>((ready) => {
    waiting.set('ready', ready)
    createInterface({ input: child.stdout }).on('line', (line) => waiting.get(line)?.())
  })
  child.stdin.on('error', () => {}) // it is gone, as was wanted
  return {
    child,
    ended,
    ask: (line) =>
      new Promise((resolve) => {
        waiting.set(line, resolve)
        child.stdin.write(`${line}\n`)
      }),
  }
}

/** Begins all of the actions at once; none of them is waited for. `payUrls` are those of payments through the provider, by order. */
export function startActs(acts: readonly MoneyAct[], cast: MoneyCast, payUrls: ReadonlyMap<number, string>): void {
  for (const act of acts) {
    takeAct(act, cast, payUrls).then(
      () => {
        act.confirmed = true
      },
      () => {}, // no answer: whether it was done is unknown
    )
  }
}

async function takeAct(
  { kind, orderId: id, refundId, amount }: MoneyAct,
  cast: MoneyCast,
  payUrls: ReadonlyMap<number, string>,
): Promise<void> {
  const { owner, member, sandbox, worker } = cast
  const sure = async (answer: Promise<{ body: { code: number } }>) => {
    if ((await answer).body.code !== 1) throw new Error('refused')
  }
  if (kind === 'pay') return sure(member.post('/api/shop.Order/pay', { id, type: 'balance' }))
  if (kind === 'cancel') return sure(owner.post('/admin/shop.order.Order/cancel', { id, result: 'agree', reason: '' }))
  if (kind === 'close') return sure(owner.post('/admin/shop.order.Order/close', { id, reason: 'other', note: '' }))
  if (kind !== 'payThrough') return worker.ask(`${kind} ${refundId} ${amount}`)
  await sandbox.pay(payUrls.get(id) ?? '')
  throw new Error('the cashier knows it; whether the shop does is unknown')
}

/** What does not fit together after a kill, in words: an action is done as a whole or not at all, and done if it was confirmed. */
export async function moneyFaults({ database }: MoneyStage, acts: readonly MoneyAct[]): Promise<string[]> {
  const found = await checkInvariants(database.read)
  for (const { kind, orderId, refundId, confirmed } of acts) {
    const { rows } = await sql<{ status: string; state: string | null }>`select o.status::text as status,
      (select concat_ws('/', r.audit_status, r.status, r.user_ship_status) from shop_refund r where r.id = ${refundId}) as state
      from shop_order o where o.id = ${orderId}`.execute(database.read)
    const is = (refundId === 0 ? rows[0]?.status : rows[0]?.state) ?? 'gone'
    const [before, after] = kinds[kind]
    if (is !== after && (confirmed || is !== before))
      found.push(`${kind} of order ${orderId}: ${is}${confirmed ? ', though confirmed' : ''}`)
  }
  return found
}

/** What shop and provider do not agree on yet: payments made that the shop has not heard of, money on its way, money sent that is none. */
export async function disagreements({ database }: MoneyStage, { ledger }: TestSandbox): Promise<string[]> {
  const { rows: waiting } = await sql<{ pay_no: string }>`select pay_no from shop_payment where status = 1`.execute(database.read)
  const unheard = waiting.filter(({ pay_no }) => ledger.payments.get(pay_no)?.paid).map(({ pay_no }) => `${pay_no} is paid`)
  const { rows: backs } = await sql<{
    back_no: string
    status: number
    amount: number
  }>`select back_no, status, amount from shop_money_back
    where trade_no like 'crash%' or back_no = any(${[...ledger.backs.keys()]}::text[])`.execute(database.read)
  const differing = backs.flatMap(({ back_no, status, amount }) => {
    const sent = ledger.backs.get(back_no)
    return status === 2 && sent?.outcome.state === 'done' && sent.amount === amount
      ? []
      : [`${back_no}: ${status}, ${JSON.stringify(sent)}`]
  })
  const invented = [...ledger.backs.keys()].filter((each) => !backs.some(({ back_no }) => back_no === each))
  return [...unheard, ...differing, ...invented.map((each) => `${each} was sent for nothing`)]
}
