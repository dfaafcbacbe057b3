import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { SpecAttribute, SpecSku, SpecValue } from '../../../../src/schemas/kinds/specRules.ts'
import { grouped } from '../grouped.ts'
import type { ShopGoodsAttrRow, ShopGoodsSkuRow } from '../rows.generated.ts'

/** cm³ of the unit in which a spec counts volumes: 0.0001 m³. */
const volumeUnit = 100

/** A SKU as it is stored, of those that are not deleted. */
export type StoredSku = Pick<
  ShopGoodsSkuRow,
  | 'id'
  | 'goods_id'
  | 'spec_key'
  | 'spec_text'
  | 'image'
  | 'price'
  | 'origin_price'
  | 'cost_price'
  | 'stock'
  | 'weight_g'
  | 'volume_cm3'
  | 'sku_code'
  | 'low_stock'
  | 'status'
>

/** What of a SKU people write, but for its stock. */
export type SkuColumns = Omit<StoredSku, 'id' | 'goods_id' | 'stock'>

type Attr = Pick<ShopGoodsAttrRow, 'goods_id' | 'name' | 'value' | 'image'>

/** Which combination a SKU is: `name:value` of each spec, sorted, so that the order of the specs is no matter; '' of a single spec. */
export function specKey(attributes: readonly Pick<SpecAttribute, 'name'>[], values: readonly string[]): string {
  const escaped = (text: string) => text.replace(/[\\:;]/g, '\\$&')
  return attributes
    .map(({ name }, i) => `${escaped(name)}:${escaped(values[i] ?? '')}`)
    .sort()
    .join(';')
}

/** Values by name of spec out of such a key. */
export function readKey(key: string): Map<string, string> {
  const parts = key.match(/(?:\\.|[^;\\])+/g) ?? []
  return new Map(
    parts.map((part) => {
      const [, name = '', value = ''] = /^((?:\\.|[^:\\])*):(.*)$/.exec(part) ?? []
      const plain = (text: string) => text.replace(/\\(.)/g, '$1')
      return [plain(name), plain(value)]
    }),
  )
}

/** The columns of a SKU of a value that was found to be right. */
export function skuColumns({ attributes }: SpecValue, sku: SpecSku): SkuColumns {
  return {
    spec_key: specKey(attributes, sku.values),
    spec_text: sku.values.join(' '),
    image: sku.image,
    price: Number(sku.price),
    origin_price: amount(sku.origin_price),
    cost_price: amount(sku.cost_price),
    weight_g: Number(sku.weight ?? 0),
    volume_cm3: Number(sku.volume ?? 0) * volumeUnit,
    sku_code: sku.sku_code,
    low_stock: amount(sku.low_stock),
    status: sku.status,
  }
}

function amount(value: SpecSku['price']): number | null {
  return value === null || value === '' ? null : Number(value)
}

/** cm³ in the unit of a spec: the nearest 0.0001 m³. */
export function shownVolume(cm3: number): number {
  return Math.round(cm3 / volumeUnit)
}

/** Living SKUs of goods, in the order of their keys. */
export async function readSkus(db: Reader, goodsIds: readonly number[]): Promise<StoredSku[]> {
  const { rows } =
    await sql<StoredSku>`select id, goods_id, spec_key, spec_text, image, price, origin_price, cost_price, stock, weight_g,
      volume_cm3, sku_code, low_stock, status from shop_goods_sku
    where goods_id = any(${[...goodsIds]}::int[]) and delete_time is null order by goods_id, id`.execute(db)
  return rows
}

/** What the editor shows of goods, in the order of the keys: specs with their values, and SKUs. */
export async function readSpecs(db: Reader, goodsIds: readonly number[]): Promise<SpecValue[]> {
  const skus = grouped(await readSkus(db, goodsIds), (sku) => sku.goods_id)
  const { rows } =
    await sql<Attr>`select goods_id, name, value, image from shop_goods_attr where goods_id = any(${[...goodsIds]}::int[])
    order by goods_id, sort, id`.execute(db)
  const attrs = grouped(rows, (attr) => attr.goods_id)
  return goodsIds.map((id) => specOf(attrs.get(id) ?? [], skus.get(id) ?? []))
}

function specOf(attrs: readonly Attr[], skus: readonly StoredSku[]): SpecValue {
  const keys = skus.map((sku) => readKey(sku.spec_key))
  const attributes = attributesOf(attrs, keys)
  return {
    attributes,
    skus: skus.map((sku, i) => ({
      id: sku.id,
      values: attributes.map(({ name }) => keys[i]?.get(name) ?? ''),
      image: sku.image,
      price: sku.price,
      origin_price: sku.origin_price,
      cost_price: sku.cost_price,
      stock: sku.stock,
      loaded: sku.stock,
      weight: sku.weight_g,
      volume: shownVolume(sku.volume_cm3),
      sku_code: sku.sku_code,
      low_stock: sku.low_stock,
      status: sku.status,
    })),
  }
}

/** Specs in their order; of goods whose specs nobody has saved here yet as their SKUs name them. */
function attributesOf(attrs: readonly Attr[], keys: readonly ReadonlyMap<string, string>[]): SpecAttribute[] {
  const named = attrs.length > 0 ? attrs : keys.flatMap((key) => [...key].map(([name, value]) => ({ name, value, image: '' })))
  const attributes = new Map<string, Map<string, string>>()
  for (const { name, value, image } of named) {
    const values = attributes.get(name) ?? new Map<string, string>()
    if (!values.has(value)) attributes.set(name, values.set(value, image))
  }
  return [...attributes].map(([name, values]) => ({ name, values: [...values].map(([value, image]) => ({ value, image })) }))
}
