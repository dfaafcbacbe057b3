import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { day } from '../clock.ts'
import { insert } from './goods.ts'

/** First and continue quantity and fee (fen) of a row of areas; the row for the rest where it names no regions. */
type Fees = [firstQuantity: number, firstFee: number, continueQuantity: number, continueFee: number]

interface DemoTemplate {
  name: string
  billing: 1 | 2 | 3
  rest: Fees
  areas?: [regions: number[], ...Fees][]
  free?: { regions?: number[]; condition: 'amount' | 'quantity' | 'both'; amount?: number; quantity?: number }[]
  refused?: number[]
  days: number
  /** Places of the classes whose goods use it, from 1. */
  classes: number[]
}

const [shanghai, jiangsu, zhejiang] = [310_000, 320_000, 330_000]
const [innerMongolia, tibet, qinghai, xinjiang] = [150_000, 540_000, 630_000, 650_000]
const overseas = [710_000, 810_000, 820_000]

const templates: readonly DemoTemplate[] = [
  { name: '全国包邮', billing: 1, rest: [1, 0, 1, 0], days: 1, refused: overseas, classes: [3] },
  {
    name: '按件计费',
    billing: 1,
    rest: [1, 1000, 1, 300],
    areas: [[[shanghai, jiangsu, zhejiang], 1, 600, 2, 200]],
    free: [
      { condition: 'amount', amount: 19900 },
      { regions: [shanghai], condition: 'quantity', quantity: 3 },
    ],
    refused: overseas,
    days: 2,
    classes: [1, 2, 8],
  },
  {
    name: '按重量计费',
    billing: 2,
    rest: [1, 800, 0.5, 250],
    areas: [[[shanghai, jiangsu, 330_100, 330_200], 1, 500, 1, 150]],
    free: [{ regions: [shanghai], condition: 'both', amount: 9900, quantity: 2 }],
    days: 2,
    classes: [7],
  },
  { name: '按体积计费', billing: 3, rest: [0.01, 1200, 0.005, 400], refused: overseas, days: 3, classes: [4] },
  {
    name: '偏远地区加价',
    billing: 2,
    rest: [1, 800, 1, 300],
    areas: [
      [[innerMongolia, qinghai], 1, 1500, 1, 800],
      [[tibet, xinjiang], 1, 2500, 1, 1800],
    ],
    refused: overseas,
    days: 2,
    classes: [5, 6],
  },
]

/** The five delivery templates of the catalogue (chapter H), and which goods use them, by their first class. */
export async function seedTemplates(trx: Writer, now: number): Promise<void> {
  const time = now - 420 * day
  await insert(
    trx,
    'shop_delivery_template',
    templates.map(({ name, billing, rest, areas = [], free = [], refused = [], days }, i) => ({
      name,
      billing,
      areas: JSON.stringify([
        ...areas.map(([regions, ...fees]) => ({ is_default: 0, regions, ...feesOf(fees) })),
        { is_default: 1, regions: [], ...feesOf(rest) },
      ]),
      free: JSON.stringify(free.map((rule) => ({ regions: [], amount: null, quantity: null, ...rule }))),
      refuse_regions: refused,
      ship_address_id: 1,
      ship_days: days,
      company_ids: [1, 2],
      weigh: 100 - i,
      status: 1,
      create_time: time,
      update_time: time,
    })),
  )
  for (const { name, classes } of templates)
    await sql`update shop_goods set template_id = (select id from shop_delivery_template where name = ${name})
      where classify_ids[1] = any(${classes}::int[])`.execute(trx)
}

function feesOf([first_quantity, first_fee, continue_quantity, continue_fee]: Fees) {
  return { first_quantity, first_fee, continue_quantity, continue_fee }
}
