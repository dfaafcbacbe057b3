import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RowType, rowTypeOf, typeOfStore } from '../../codegen/emit/rowTypes.ts'
import type { ShopOrderRow, ShopRefundRow } from '../../modules/shop/server/rows.generated.ts'
import { tableRows } from '../../scripts/docs.ts'
import { columnsOf, typeText } from '../../server/core/db/columns.ts'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { rowFromDb } from '../../server/core/db/values.ts'
import { type StoreType, storeTypes } from '../../src/schemas/kinds/kind.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { fits } from '../harness/fits.ts'
import { productSchema } from '../harness/schemas.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await freshDatabase('demo')
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

/** The columns of a row that are not what the type says, with what they are. */
function misfits(row: Readonly<Record<string, unknown>>, type: RowType): string[] {
  const names = new Set([...Object.keys(row), ...Object.keys(type)])
  return [...names].flatMap((name) => {
    const known = type[name]
    return known && name in row && fits(row[name], known) ? [] : [`${name}: ${JSON.stringify(row[name])}`]
  })
}

describe('the types of rows', () => {
  it('say what PostgreSQL returns for the rows of every table', async () => {
    const wrong: string[] = []
    const filled: string[] = []
    for (const [table, type] of await tableRows()) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 300`.execute(db.read)
      if (rows.length > 0) filled.push(table)
      wrong.push(...new Set(rows.flatMap((row) => misfits(row, type)).map((each) => `${table}.${each}`)))
    }
    expect(wrong).toEqual([])
    expect(filled).toEqual(
      expect.arrayContaining(['shop_order', 'shop_order_goods', 'shop_refund', 'user', 'admin', 'admin_group']),
    )
    expect(filled.length).toBeGreaterThan(20)
  })

  it('name the columns of tables in which there is nothing yet', async () => {
    for (const [table, type] of await tableRows()) {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = 'public'`.execute(db.read)
      expect(rows.map(({ name }) => name).sort(), table).toEqual(Object.keys(type).sort())
    }
  })

  it('hold for model values too, wherever a column is no decimal, boolean or point in time of the database', async () => {
    const schema = await productSchema()
    for (const table of ['shop_order', 'shop_goods_sku', 'user', 'shop_delivery_address']) {
      const entity = schema.entities.get(table)
      if (!entity) throw new Error(`no table ${table}`)
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 50`.execute(db.read)
      const type = rowTypeOf(entity, columnsOf(entity))
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.flatMap((row) => misfits(rowFromDb(row, entity), type))).toEqual([])
    }
  })

  it('are told apart from what does not fit', async () => {
    const types = await tableRows()
    const { rows } = await sql<ShopOrderRow>`select * from shop_order limit 1`.execute(db.read)
    const [order] = rows
    const type = types.get('shop_order') ?? {}
    expect(order && misfits({ ...order, status: 9 }, type)).toEqual(['status: 9'])
    expect(order && misfits({ ...order, pay_amount: '1.00', order_no: null }, type)).toEqual([
      'order_no: null',
      'pay_amount: "1.00"',
    ])
    expect(order && misfits({ ...order, pay_type: null, extra: 1 }, type)).toEqual(['extra: 1'])
  })

  it('can be picked from by a statement', async () => {
    const { rows } = await sql<Pick<ShopRefundRow, 'audit_status' | 'images'>>`select audit_status, images from shop_refund
      order by id limit 1`.execute(db.read)
    const audit: 1 | 2 | 3 | undefined = rows[0]?.audit_status
    const images: readonly string[] | undefined = rows[0]?.images
    expect([1, 2, 3]).toContain(audit)
    expect(images).toBeInstanceOf(Array)
  })
})

/** A value of each column type, as SQL writes it. */
const written: Readonly<Record<StoreType, string>> = {
  smallint: '7',
  integer: '7',
  bigint: '9007199254740991',
  numeric: '7.50',
  real: '7.5',
  'double precision': '7.5',
  boolean: 'true',
  varchar: 'a',
  char: 'a',
  text: 'a',
  date: '2026-03-01',
  time: '10:20:30',
  timestamp: '2026-03-01 10:20:30',
  timestamptz: '2026-03-01 10:20:30+08',
  json: '{"a":1}',
  jsonb: '[1]',
  uuid: '7b0e1a52-6a4f-4f0e-9f6c-0d3b5a1c2d3e',
  enum: 'a',
  interval: '1 day 02:00:00',
  inet: '10.0.0.1/24',
  cidr: '10.0.0.0/24',
  macaddr: '08:00:2b:01:02:03',
  int4range: '[1,5)',
  int8range: '[1,5)',
  numrange: '[1.5,2)',
  daterange: '[2026-03-01,)',
  tsrange: 'empty',
  tstzrange: '(,)',
  int4multirange: '{[1,5),[7,9)}',
  int8multirange: '{[1,5)}',
  nummultirange: '{[1.5,2)}',
  datemultirange: '{}',
  tsmultirange: '{}',
  tstzmultirange: '{(,)}',
  tsvector: "'fat':2",
  bytea: String.raw`\x6162`,
  'text[]': '{a,b}',
  'smallint[]': '{1,2}',
  'integer[]': '{1,2}',
  'bigint[]': '{1,9007199254740991}',
  any: '',
  'any[]': '{a}',
}

describe('the type of a column', () => {
  // `enum` stands for any enumerated type, `any[]` for any list, `any` for what is not named, and they are none themselves.
  it.each(storeTypes.filter((type) => !['enum', 'any', 'any[]'].includes(type)))(
    '%s is what PostgreSQL returns for it',
    async (type) => {
      const { rows } = await sql<{
        value: unknown
      }>`select cast(${written[type]}::text as ${sql.raw(typeText({ type }))}) as value`.execute(db.read)
      const value = rows[0]?.value
      const known = typeOfStore(type)
      expect(fits(value, known), `${typeof value} ${JSON.stringify(value)}`).toBe(true)
      expect(fits(null, known)).toBe(known.is === 'unknown')
    },
  )
})
