import type { StoreGoods, StoreSku } from '../../../contract/storefront.ts'

/** What is chosen of each spec, in their order; undefined where nothing is yet. */
export type Choice = readonly (string | undefined)[]

type Chosen = Pick<StoreGoods, 'specs' | 'skus'>

/** The combination that is chosen; undefined until a value of each spec is. */
export function skuOf({ skus }: Chosen, choice: Choice): StoreSku | undefined {
  return skus.find(({ values }) => values.every((value, i) => value === choice[i]))
}

/** Can a value of a spec be ordered together with what is chosen of the others? */
export function isAvailable({ skus }: Chosen, choice: Choice, spec: number, value: string): boolean {
  return skus.some(
    ({ values, stock }) =>
      stock > 0 && values.every((each, i) => (i === spec ? each === value : choice[i] === undefined || choice[i] === each)),
  )
}

/** The first spec of which nothing is chosen; undefined when there is none. */
export function missingSpec({ specs }: Chosen, choice: Choice): StoreGoods['specs'][number] | undefined {
  return specs.find((_, i) => choice[i] === undefined)
}

/** The choice to begin with: the SKU the address names, else the only one that can be ordered, else none. */
export function firstChoice({ specs, skus }: Chosen, wanted: number): Choice {
  const inStock = skus.filter(({ stock }) => stock > 0)
  const sku = skus.find(({ id }) => id === wanted) ?? (inStock.length === 1 ? inStock[0] : undefined)
  return specs.map((_, i) => sku?.values[i])
}

/** Fewest and most units that can be ordered of a combination; the most is 0 where none can. */
export function unitsOf({ min_buy, per_limit, skus }: StoreGoods, sku: StoreSku | undefined): { least: number; most: number } {
  const stock = sku ? sku.stock : Math.max(0, ...skus.map((each) => each.stock))
  const most = Math.min(stock, per_limit > 0 ? per_limit : 9999, 9999)
  const least = Math.max(1, min_buy)
  return { least, most: most < least ? 0 : most }
}
