import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { areaCodes } from '../../../../server/core/regions.ts'
import { parseFen } from '../../../../src/schemas/kinds/money.ts'
import { day } from '../clock.ts'
import { personName, place } from '../members/people.ts'
import { imageOfValue, imagesOf } from '../pictures/products.ts'
import type { Random } from '../random.ts'
import { advertRows } from './adverts.ts'
import { classes, companies, type DemoGoods, recycled, trackingPages } from './catalogue.ts'
import { english } from './english.ts'
import { paramsOf, templateRows, templatesOf } from './goodsTemplates.ts'

/** A SKU that can be ordered. */
export interface DemoSku {
  id: number
  goodsId: number
  /** Fen. */
  price: number
  /** How gladly it is bought, relative to others. */
  wanted: number
}

interface Made {
  goods: Record<string, unknown>[]
  skus: Record<string, unknown>[]
  attrs: Record<string, unknown>[]
  sold: DemoSku[]
}

/** Creates classes, templates, adverts, products and SKUs with their first stock. Returns the SKUs on sale. */
export async function seedGoods(trx: Writer, random: Random, now: number): Promise<DemoSku[]> {
  await seedClasses(trx, now - 420 * day)
  for (const [table, rows] of [...templateRows(now - 420 * day), ...advertRows(now)]) await insert(trx, table, rows)
  const made: Made = { goods: [], skus: [], attrs: [], sold: [] }
  let child = classes.length
  let n = 0
  for (const [i, top] of classes.entries()) {
    for (const goods of top.goods) addGoods(made, goods, { n: ++n, top: i + 1, child: child + goods.child + 1 }, { random, now })
    child += top.children.length
  }
  for (const goods of recycled) addGoods(made, goods, { n: ++n, top: 3, child: 17, deleted: now - 20 * day }, { random, now })
  await insert(trx, 'shop_goods', made.goods)
  await insert(trx, 'shop_goods_sku', made.skus)
  await insert(trx, 'shop_goods_attr', made.attrs)
  await sql`insert into shop_goods_stock_log (sku_id, delta, before, after, reason, ref_no, admin_id, create_time, update_time)
    select id, stock, 0, stock, 'initial', '', null, create_time, create_time from shop_goods_sku order by id`.execute(trx)
  await sql`update shop_goods g set price = s.low, price_max = s.high, stock = s.stock from
    (select goods_id, min(price) as low, max(price) as high, sum(stock)::int as stock from shop_goods_sku group by goods_id) s where s.goods_id = g.id`.execute(
    trx,
  )
  return made.sold
}

async function seedClasses(trx: Writer, now: number): Promise<void> {
  const times = { create_time: now, update_time: now }
  const tops = classes.map((top, i) => ({
    pid: 0,
    name: top.name,
    name_en: top.nameEn,
    icon: top.icon,
    image: `/demo/class-${i + 1}.svg`,
    is_nav: 1,
    weigh: 100 - i,
    status: 1,
    ...times,
  }))
  const below = classes.flatMap((top, i) =>
    top.children.map(([name, nameEn], j) => ({
      pid: i + 1,
      name,
      name_en: nameEn,
      icon: '',
      image: `/demo/class-${i + 1}.svg`,
      is_nav: 0,
      weigh: 100 - j,
      status: 1,
      ...times,
    })),
  )
  await insert(trx, 'shop_goods_classify', [...tops, ...below])
}

function addGoods(
  made: Made,
  goods: DemoGoods,
  at: { n: number; top: number; child: number; deleted?: number },
  { random, now }: { random: Random; now: number },
): void {
  const created = now - random.between(200, 400) * day
  made.goods.push({
    classify_ids: [at.top, at.child],
    name: goods.name,
    name_en: english[goods.name]?.[0] ?? '',
    subtitle: goods.subtitle,
    subtitle_en: english[goods.name]?.[1] ?? '',
    goods_no: `KT${String(10_000 + at.n)}`,
    images: imagesOf(at.n),
    unit: goods.unit,
    tags: random.weighted([
      [[], 50],
      [['hot'], 15],
      [['new'], 15],
      [['recommend'], 15],
      [['limited'], 5],
    ]),
    keywords: '',
    ...templatesOf(at.top),
    params: JSON.stringify(paramsOf(at.top)),
    content: contentOf(goods),
    ship_type: 'express',
    spec_type: goods.specs ? 'multi' : 'single',
    low_stock: 10,
    per_limit: 0,
    min_buy: 1,
    virtual_sales: 0,
    score_deduct: 1,
    level_discount: 1,
    weigh: at.n,
    status: at.deleted === undefined ? 1 : 0,
    price: 0,
    price_max: 0,
    stock: 0,
    sales: 0,
    views: random.between(200, 9000),
    create_time: created,
    update_time: created,
    delete_time: at.deleted ?? null,
  })
  addAttributes(made, goods, at.n, created)
  addSkus(made, goods, { n: at.n, created, sold: at.deleted === undefined }, random)
}

/** What the editor shows: specs and their values in the order written. */
function addAttributes(made: Made, goods: DemoGoods, goodsId: number, created: number): void {
  const pairs = Object.entries(goods.specs ?? {}).flatMap(([name, values]) =>
    values.map((value) => ({ name, value, image: imageOfValue(goodsId, goods, value) })),
  )
  for (const [sort, pair] of pairs.entries())
    made.attrs.push({ goods_id: goodsId, ...pair, sort, create_time: created, update_time: created })
}

/** A short text about it, as a shop begins with. */
function contentOf({ name, subtitle }: DemoGoods): string {
  return `<p><strong>${name}</strong></p><p>${subtitle}。</p><p>图片仅供参考，请以收到的实物为准。</p>`
}

function addSkus(made: Made, goods: DemoGoods, at: { n: number; created: number; sold: boolean }, random: Random): void {
  const wanted = random.between(2, 12)
  for (const [i, spec] of combinations(goods.specs ?? {}).entries()) {
    const price = priceOf(goods.price, i, goods.specs !== undefined)
    made.skus.push({
      goods_id: at.n,
      spec_key: spec
        .map(([name, value]) => `${name}:${value}`)
        .sort()
        .join(';'),
      spec_text: spec.map(([, value]) => value).join(' '),
      image: spec.map(([, value]) => imageOfValue(at.n, goods, value)).find((image) => image !== '') ?? imagesOf(at.n)[0],
      price,
      origin_price: random.chance(40) ? price + Math.round(price / 500) * 100 : null,
      cost_price: Math.round((price * random.between(45, 70)) / 100),
      stock: random.between(120, 400),
      weight_g: goods.weight,
      volume_cm3: goods.weight * 3,
      sku_code: `KT${10_000 + at.n}-${String(i + 1).padStart(2, '0')}`,
      low_stock: null,
      sales: 0,
      status: 1,
      create_time: at.created,
      update_time: at.created,
    })
    if (at.sold) made.sold.push({ id: made.skus.length, goodsId: at.n, price, wanted: wanted * (i === 0 ? 1.5 : 1) })
  }
}

/** Every combination of the values of the specs, in the order written; one empty combination when there are none. */
function combinations(specs: Readonly<Record<string, readonly string[]>>): [string, string][][] {
  return Object.entries(specs).reduce<[string, string][][]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value): [string, string][] => [...row, [name, value]])),
    [[]],
  )
}

/** Larger sizes and memories cost a little more; the first SKU costs what the goods cost. */
function priceOf(yuan: string, place: number, several: boolean): number {
  const base = parseFen(yuan) ?? 0
  return several && base >= 150_000 ? base + (place % 3) * 30_000 : base
}

/** Creates the ten carriers and three addresses. Returns what parcels need. */
export async function seedDelivery(trx: Writer, random: Random, now: number): Promise<void> {
  const times = { create_time: now - 420 * day, update_time: now - 420 * day }
  await insert(
    trx,
    'shop_delivery_company',
    companies.map((company, i) => ({
      name: company.name,
      code: company.code,
      logo: `/demo/company-${i + 1}.svg`,
      phone: company.phone,
      website: company.website,
      tracking_url: trackingPages[company.code] ?? '',
      no_pattern: patternOf(company.form),
      weigh: 100 - i,
      status: 1,
      ...times,
    })),
  )
  const addresses = [
    { types: ['ship'], default_ship: 1, default_return: 0, remark: '主仓，工作日 17:00 前的订单当天发出' },
    { types: ['ship', 'return'], default_ship: 0, default_return: 1, remark: '退货请附订单号' },
    { types: ['return'], default_ship: 0, default_return: 0, remark: '大件退货' },
  ]
  await insert(
    trx,
    'shop_delivery_address',
    addresses.map((address, i) => {
      const name = personName(random, 0)
      const where = place(random)
      return {
        name,
        mobile: `1380013${String(9001 + i)}`,
        tel: '',
        city: areaCodes(where.city) ?? [],
        address: where.address,
        zip: '',
        ...address,
        status: 1,
        ...times,
      }
    }),
  )
}

/** `SF############` → `^SF[0-9]{12}$`. */
export function patternOf(form: string): string {
  return form === '' ? '' : `^${form.replace(/#+/g, (digits) => `[0-9]{${digits.length}}`)}$`
}

/** Rows into a table, the keys counted from 1 by the database. The first row says which columns there are. */
export async function insert(trx: Writer, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let i = 0; i < rows.length; i += 500)
    await trx
      .insertInto(table)
      .values(rows.slice(i, i + 500))
      .execute()
}
