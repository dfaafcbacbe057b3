import { sql } from 'kysely'
import type { Context } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { parseFen } from '../../../../src/schemas/kinds/money.ts'
import type { Locale } from '../../../../src/schemas/language/words.ts'
import type { StoreTerms } from '../../contract/storefront.ts'
import type { ShopSettingRow } from '../rows.generated.ts'
import { listRows, readRefundReasons } from './lists.ts'

/** Rules of trade that steps follow; changes apply to new orders only, because what follows from them is kept in the order. */
export interface ShopSettings {
  /** Does the shop take no orders now? */
  closed: boolean
  /** What members are told then; '' for the usual words. */
  closedText: string
  /** Ways in which members may pay; what stands in the books stays payable by hand. */
  payTypes: readonly string[]
  /** Order numbers begin with it. */
  orderPrefix: string
  /** When an order takes its units out of stock: as it is made, or as it is paid; orders keep the one they were made under. */
  stockMode: 'create' | 'pay'
  /** Do members give their password to pay from their balance? */
  balancePassword: boolean
  /** Minutes after the payment in which cancelling may be asked for; 0: until something is shipped. */
  applyCancelMinutes: number
  /** Fen of the goods from which on points may pay a part. */
  scoreMinOrder: number
  /** Fen above which a change of a balance by hand needs the node `large`. */
  manualMoneyLimit: number
  /** Points that are booked by hand at most, up or down, without the right to more. */
  manualScoreLimit: number
  /** Unpaid orders close by themselves after this many minutes. */
  autoCloseMinutes: number
  /** Shipped orders count as received after this many days. */
  autoReceiveDays: number
  /** Received orders are complete after this many days. */
  autoEvaluateDays: number
  /** Unpaid orders a member may have at a time. */
  maxUnpaid: number
  /** Days after receipt in which a refund may be asked for. */
  refundDays: number
  /** Days in which goods to return must be sent. */
  refundShipDays: number
  /** Hours in which a request for a refund should be judged; nothing happens by itself after them. */
  refundAuditHours: number
  /** Where money goes back to: the way it came, or always the balance. */
  refundTarget: 'original' | 'balance'
  /** May members ask to cancel paid orders? */
  allowApplyCancel: boolean
  /** Are evaluations looked at before they are shown? */
  evaluateAudit: boolean
  /** Words that no evaluation may hold, between commas, blanks or line ends. */
  evaluateWords: string
  /** Pictures of an evaluation. */
  evaluateImages: number
  /** Points that are worth one yuan. */
  scoreRate: number
  /** Share of the goods (percent) that points may pay at most. */
  scoreMaxPercent: number
  /** Units at which new goods are low, unless they say otherwise. */
  defaultLowStock: number
  /** Days for which messages are kept. */
  notifyKeepDays: number
  /** Are messages pushed to signed-in administrators? */
  notify: boolean
  /** May members recharge their balance? */
  rechargeOpen: boolean
  /** Gift money of a recharge plan at most, in percent of its amount. */
  rechargeGiftMax: number
}

/** The rules that nobody has changed: the defaults of the screen catalogue, as the page shop/settings has them. */
export const defaultSettings: ShopSettings = {
  closed: false,
  closedText: '',
  payTypes: ['balance', 'wechat', 'alipay', 'offline'],
  orderPrefix: '',
  stockMode: 'create',
  balancePassword: false,
  applyCancelMinutes: 0,
  scoreMinOrder: 0,
  manualMoneyLimit: 200_000,
  manualScoreLimit: 100_000,
  autoCloseMinutes: 30,
  autoReceiveDays: 10,
  autoEvaluateDays: 15,
  maxUnpaid: 5,
  refundDays: 15,
  refundShipDays: 7,
  refundAuditHours: 48,
  refundTarget: 'original',
  allowApplyCancel: true,
  evaluateAudit: false,
  evaluateWords: '',
  evaluateImages: 6,
  scoreRate: 100,
  scoreMaxPercent: 30,
  defaultLowStock: 10,
  notifyKeepDays: 90,
  notify: true,
  rechargeOpen: true,
  rechargeGiftMax: 30,
}

/** Where the settings screen keeps a rule; those without a name are not on it. */
export const settingNames: Readonly<Partial<Record<keyof ShopSettings, string>>> = {
  closed: 'closed',
  closedText: 'closed_text',
  payTypes: 'pay_types',
  orderPrefix: 'order_prefix',
  stockMode: 'stock_mode',
  balancePassword: 'balance_password',
  applyCancelMinutes: 'apply_cancel_minutes',
  scoreMinOrder: 'score_min_order',
  manualMoneyLimit: 'manual_money_limit',
  manualScoreLimit: 'manual_score_limit',
  autoCloseMinutes: 'auto_close_minutes',
  autoReceiveDays: 'auto_receive_days',
  autoEvaluateDays: 'auto_evaluate_days',
  maxUnpaid: 'max_unpaid',
  refundDays: 'refund_days',
  refundShipDays: 'refund_ship_days',
  refundAuditHours: 'refund_audit_hours',
  refundTarget: 'refund_target',
  allowApplyCancel: 'allow_apply_cancel',
  evaluateAudit: 'evaluate_audit',
  evaluateWords: 'evaluate_words',
  evaluateImages: 'evaluate_images',
  scoreRate: 'score_rate',
  scoreMaxPercent: 'score_max_percent',
  defaultLowStock: 'default_low_stock',
  notify: 'notify',
  rechargeOpen: 'recharge_open',
  rechargeGiftMax: 'recharge_gift_max',
}

/** Rules that are amounts: kept as decimal text in yuan, told in fen. */
const amounts: ReadonlySet<keyof ShopSettings> = new Set(['scoreMinOrder', 'manualMoneyLimit'])

/** The rules as the settings screen has them now. */
export async function readShopSettings(db: Reader): Promise<ShopSettings> {
  const names = Object.values(settingNames)
  const found = await sql<
    Pick<ShopSettingRow, 'name' | 'value'>
  >`select name, value from shop_setting where name = any(${names}::text[])`.execute(db)
  const kept = new Map(found.rows.map((row) => [row.name, row.value]))
  const rules = Object.entries(settingNames).flatMap(([rule, name]) => {
    const value = kept.get(name)
    return value === undefined || value === null ? [] : [[rule, ruleOf(rule as keyof ShopSettings, value)]]
  })
  return { ...defaultSettings, ...Object.fromEntries(rules) }
}

/** The defaults of the settings screen. */
export function settingDefaults({ schema }: Pick<Context, 'schema'>): SettingDefault {
  const { fields = {} } = schema.pages.get('shop/settings') ?? {}
  return (name) => fields[name]?.default
}

/** What a switch, a number, a choice or several of them mean for a rule of this type. */
function ruleOf(rule: keyof ShopSettings, value: unknown): unknown {
  const example = defaultSettings[rule]
  if (amounts.has(rule)) return parseFen(String(value)) ?? example
  if (typeof example === 'boolean') return Number(value) === 1
  if (Array.isArray(example)) return Array.isArray(value) ? value.map(String) : example
  return typeof example === 'number' ? Number(value) : String(value)
}

/** What the shop says of itself to everybody. */
export interface ShopTerms extends StoreTerms {
  name: string
  service: { mobile: string; email: string; start: string; end: string }
  /** Reasons offered to who cancels; what is sent is the text. */
  cancel_reasons: readonly string[]
  /** Reasons offered to who asks for money back; what is sent is the key. */
  refund_reasons: readonly { key: string; text: string }[]
  /** HTML, cleaned. */
  service_terms: string
  privacy: string
  refund_terms: string
}

/** What an item of the settings holds that nobody has saved: the default of its field. */
export type SettingDefault = (name: string) => unknown

/** What members and guests may know of the settings. */
export async function readShopTerms(db: Reader, defaultOf: SettingDefault, lang: Locale): Promise<ShopTerms> {
  const found = await sql<Pick<ShopSettingRow, 'name' | 'value'>>`select name, value from shop_setting`.execute(db)
  const kept = new Map(found.rows.map((row) => [row.name, row.value]))
  const held = (name: string) => kept.get(name) ?? defaultOf(name)
  const text = (name: string) => String(held(name) ?? '')
  const reasons = (name: string) => listRows(held(name)).flatMap(({ value }) => (value ? [String(value)] : []))
  const { closed, closedText, payTypes, balancePassword } = await readShopSettings(db)
  return {
    name: text('shop_name'),
    service: {
      mobile: text('service_mobile'),
      email: text('service_email'),
      start: text('service_start'),
      end: text('service_end'),
    },
    closed,
    closed_text: closedText,
    pay_types: payTypes,
    balance_password: balancePassword,
    cancel_reasons: reasons('cancel_reasons'),
    refund_reasons: (await readRefundReasons(db, defaultOf, lang)).flatMap(({ value, label, mayTake }) =>
      mayTake ? [{ key: value, text: label }] : [],
    ),
    service_terms: text('service_terms'),
    privacy: text('privacy'),
    refund_terms: text('refund_terms'),
  }
}
