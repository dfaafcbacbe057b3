import { sql } from 'kysely'
import { wireZone } from '../../../src/schemas/kinds/clock.ts'
import type { Reader } from '../../core/db/connect.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'

/** What a column holds, which decides how it reads where a variable names no format of its own. */
type PlaceKind = 'text' | 'money' | 'time'

/** Columns that variables may be taken from: what a member may know of their own things, and nothing else. Words: `sms.places.<place>`. */
export const places: Readonly<Record<string, PlaceKind>> = {
  'user.nickname': 'text',
  'user.username': 'text',
  'user.mobile': 'text',
  'user.money': 'money',
  'user.score': 'text',
  'shop_order.order_no': 'text',
  'shop_order.pay_amount': 'money',
  'shop_order.receiver_name': 'text',
  'shop_order.create_time': 'time',
  'shop_order_delivery.company_name': 'text',
  'shop_order_delivery.tracking_no': 'text',
  'shop_coupon.title': 'text',
  'shop_coupon_receive.valid_end': 'time',
}

/** Items of the configuration that variables may be taken from, and where each is kept. Words: `sms.items.<item>`. */
export const items: Readonly<Record<string, 'site' | 'shop'>> = {
  site_name: 'site',
  record_number: 'site',
  shop_name: 'shop',
  service_mobile: 'shop',
  service_email: 'shop',
}

/** Keys of the records a message is about, by their tables. */
export type AboutRows = Readonly<Record<string, number | undefined>>

/** The value at a place, of the record of that table that the message is about; null where there is none. */
export async function valueAt(db: Reader, place: string, about: AboutRows): Promise<unknown> {
  const [table = '', column = ''] = place.split('.')
  const key = about[table]
  if (!Object.hasOwn(places, place) || key === undefined) return null
  const { rows } = await sql<{
    value: unknown
  }>`select ${sql.ref(column)} as value from ${sql.table(table)} where id = ${key}`.execute(db)
  return rows[0]?.value ?? null
}

/** An item of the configuration; '' where it is not set. */
export async function itemValue(db: Reader, name: string): Promise<string> {
  if (items[name] === 'site') {
    const config: Readonly<Record<string, string>> = await readSiteConfig(db)
    return config[name] ?? ''
  }
  if (items[name] !== 'shop') return ''
  const { rows } = await sql<{ value: unknown }>`select value from shop_setting where name = ${name}`.execute(db)
  return typeof rows[0]?.value === 'string' ? rows[0].value : ''
}

/** SQL: when the day of a moment (unix seconds) began in the shop's zone. */
export const dayBegan = (
  now: number,
) => sql<number>`extract(epoch from date_trunc('day', to_timestamp(${now}::bigint) at time zone
  ${wireZone()}::text) at time zone ${wireZone()}::text)`
