import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { MessageValues } from '../../../../server/modules/sms/places.ts'
import type { ShopSettingRow } from '../rows.generated.ts'

/** What messages about the shop may name. */
export const shopMessageValues: MessageValues = {
  places: {
    'shop_order.order_no': 'text',
    'shop_order.pay_amount': 'money',
    'shop_order.receiver_name': 'text',
    'shop_order.create_time': 'time',
    'shop_order_delivery.company_name': 'text',
    'shop_order_delivery.tracking_no': 'text',
    'shop_coupon.title': 'text',
    'shop_coupon_receive.valid_end': 'time',
  },
  items: { shop_name: readSetting, service_mobile: readSetting, service_email: readSetting },
}

async function readSetting(db: Reader, name: string): Promise<string> {
  const { rows } = await sql<Pick<ShopSettingRow, 'value'>>`select value from shop_setting where name = ${name}`.execute(db)
  return typeof rows[0]?.value === 'string' ? rows[0].value : ''
}
