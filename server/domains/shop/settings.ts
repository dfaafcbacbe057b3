import { sql } from 'kysely'
import type { Reader } from '../../db/connect.ts'
import type { ShopSettingRow } from '../../rows.generated.ts'

/** Rules of trade that steps follow; changes apply to new orders only, because what follows from them is kept in the order. */
export interface ShopSettings {
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
  /** Where money goes back to: the way it came, or always the balance. */
  refundTarget: 'original' | 'balance'
  /** May members ask to cancel paid orders? */
  allowApplyCancel: boolean
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
}

/** The rules that nobody has changed: the defaults of the screen catalogue, as the page shop/settings has them. */
export const defaultSettings: ShopSettings = {
  autoCloseMinutes: 30,
  autoReceiveDays: 10,
  autoEvaluateDays: 15,
  maxUnpaid: 5,
  refundDays: 15,
  refundShipDays: 7,
  refundTarget: 'original',
  allowApplyCancel: true,
  scoreRate: 100,
  scoreMaxPercent: 30,
  defaultLowStock: 10,
  notifyKeepDays: 90,
  notify: true,
}

/** Where the settings screen keeps a rule; those without a name are not on it. */
export const settingNames: Readonly<Partial<Record<keyof ShopSettings, string>>> = {
  autoCloseMinutes: 'auto_close_minutes',
  autoReceiveDays: 'auto_receive_days',
  autoEvaluateDays: 'auto_evaluate_days',
  maxUnpaid: 'max_unpaid',
  refundDays: 'refund_days',
  refundShipDays: 'refund_ship_days',
  refundTarget: 'refund_target',
  allowApplyCancel: 'allow_apply_cancel',
  scoreRate: 'score_rate',
  scoreMaxPercent: 'score_max_percent',
  defaultLowStock: 'default_low_stock',
  notify: 'notify',
}

/** The rules as the settings screen has them now. */
export async function readShopSettings(db: Reader): Promise<ShopSettings> {
  const names = Object.values(settingNames)
  const found = await sql<
    Pick<ShopSettingRow, 'name' | 'value'>
  >`select name, value from shop_setting where name = any(${names}::text[])`.execute(db)
  const kept = new Map(found.rows.map((row) => [row.name, row.value]))
  const rules = Object.entries(settingNames).flatMap(([rule, name]) => {
    const value = kept.get(name)
    return value === undefined || value === null ? [] : [[rule, ruleOf(value, defaultSettings[rule as keyof ShopSettings])]]
  })
  return { ...defaultSettings, ...Object.fromEntries(rules) }
}

/** What a switch, a number or a choice of the screen means for a rule of this type. */
function ruleOf(value: unknown, example: unknown): unknown {
  if (typeof example === 'boolean') return Number(value) === 1
  return typeof example === 'number' ? Number(value) : String(value)
}
