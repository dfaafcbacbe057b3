import type { SpecSku, SpecValue } from '../schemas/kinds/specRules.ts'

/** Specs with so many SKUs, as a large goods has them: values of two specs, each with a price and a code. */
export function manySkus(count: number): SpecValue {
  const width = Math.min(count, 20)
  const values = (name: string, size: number) =>
    Array.from({ length: size }, (_, i) => ({ value: `${name} ${i + 1}`, image: i % 4 === 0 ? '/demo/goods-01.svg' : '' }))
  const colours = values('Colour', Math.ceil(count / width))
  const sizes = values('Size', width)
  const skus = colours.flatMap((colour, i) =>
    sizes.map(
      (size, j): SpecSku => ({
        id: i * width + j + 1,
        values: [colour.value, size.value],
        image: j % 5 === 0 ? '/demo/goods-02.svg' : '',
        price: 990 + i * 100 + j,
        origin_price: 1990 + i * 100 + j,
        cost_price: 500,
        stock: (i * 7 + j) % 40,
        weight: 250 + j,
        volume: 10,
        low_stock: null,
        sku_code: `T-${i + 1}-${j + 1}`,
        status: 1,
      }),
    ),
  )
  return {
    attributes: [
      { name: 'Colour', values: colours },
      { name: 'Size', values: sizes },
    ],
    skus,
  }
}
