import { type SpecChoice, type SpecColumn, type SpecSku, type SpecValue, specName } from '../../../schemas/kinds/specRules.ts'

/** A value of a spec. Its key stays whatever it is called, so that renaming it leaves its SKUs alone. */
export interface Choice extends SpecChoice {
  readonly key: number
}

/** A spec with its values. */
export interface Attribute {
  readonly key: number
  readonly name: string
  readonly values: readonly Choice[]
  /** Its values are to have pictures: a template said so. */
  readonly pictured?: boolean
}

/** What of a SKU stands in its row of the table. */
export type Cells = Omit<SpecSku, 'values'>

export interface SheetRow {
  readonly key: number
  /** By key of the spec the key of its value. */
  readonly combo: Readonly<Record<number, number>>
  readonly cells: Cells
}

/** Specs and SKUs while they are edited; never changed in place. Rows are those of the last generation. */
export interface Sheet {
  readonly attributes: readonly Attribute[]
  readonly rows: readonly SheetRow[]
  /** Values that were taken away, by their spec: rows may still name them, and who adds them again gets them back. */
  readonly gone: readonly Attribute[]
  /** The next key. */
  readonly next: number
}

export type SheetColumn = SpecColumn | 'image' | 'sku_code' | 'status'

/** The columns of the table, in order. */
export const sheetColumns = [
  'image',
  'price',
  'origin_price',
  'cost_price',
  'stock',
  'weight',
  'volume',
  'sku_code',
  'low_stock',
  'status',
] as const satisfies readonly SheetColumn[]

/** The cells of a SKU nobody has filled in. */
export const blankCells: Cells = {
  image: '',
  price: null,
  origin_price: null,
  cost_price: null,
  stock: null,
  weight: null,
  volume: null,
  low_stock: null,
  sku_code: '',
  status: 1,
}

/** A sheet with nothing in it; of a single spec with its one row. */
export function emptySheet(type: 'single' | 'multi'): Sheet {
  const rows = type === 'single' ? [{ key: 1, combo: {}, cells: blankCells }] : []
  return { attributes: [], rows, gone: [], next: 2 }
}

/** The sheet of a value of the form; with nothing there yet, an empty one of the type. */
export function sheetOf(value: SpecValue | null, type: 'single' | 'multi'): Sheet {
  if (value === null || (value.attributes.length === 0 && value.skus.length === 0)) return emptySheet(type)
  let next = 1
  const attributes = value.attributes.map(
    ({ name, values }): Attribute => ({ key: next++, name, values: values.map((each): Choice => ({ ...each, key: next++ })) }),
  )
  const strange = new Map<string, Choice & { of: number }>()
  const keyOf = (attribute: Attribute, text: string): number => {
    const known = attribute.values.find((each) => specName(each.value) === specName(text))
    if (known) return known.key
    // A SKU of a value that its spec does not have: kept, and told by the check.
    const id = `${attribute.key} ${specName(text)}`
    const made = strange.get(id) ?? { key: next++, value: text, image: '', of: attribute.key }
    strange.set(id, made)
    return made.key
  }
  const rows = value.skus.map(({ values, ...cells }): SheetRow => {
    const combo = Object.fromEntries(
      attributes.slice(0, values.length).map((each, i) => [each.key, keyOf(each, values[i] ?? '')]),
    )
    return { key: next++, combo, cells }
  })
  const gone = attributes.flatMap((each) => {
    const values = [...strange.values()].filter(({ of }) => of === each.key).map(({ of: _, ...choice }) => choice)
    return values.length > 0 ? [{ ...each, values }] : []
  })
  return { attributes, rows, gone, next }
}

const made = new WeakMap<SheetRow, SpecSku>()

/** The value of the form. SKUs of rows that are the same are the same objects, so that comparing two values is cheap. */
export function specValueOf({ attributes, rows, gone }: Sheet): SpecValue {
  const texts = textsOf({ attributes, gone })
  return {
    attributes: attributes.map(({ name, values }) => ({
      name: name.trim(),
      values: values.map(({ value, image }) => ({ value: value.trim(), image })),
    })),
    skus: rows.map((row): SpecSku => {
      const values = attributes.flatMap(({ key }) => {
        const value = row.combo[key]
        return value === undefined ? [] : [texts.get(value)?.trim() ?? '']
      })
      const before = made.get(row)
      if (before && before.values.length === values.length && before.values.every((each, i) => each === values[i])) return before
      const sku = { ...row.cells, values }
      made.set(row, sku)
      return sku
    }),
  }
}

/** The texts of all values by key, those of taken away ones too. */
export function textsOf({ attributes, gone }: Pick<Sheet, 'attributes' | 'gone'>): Map<number, string> {
  return new Map([...gone, ...attributes].flatMap(({ values }) => values.map(({ key, value }) => [key, value] as const)))
}

/** What a row is called: "Red / L"; '' for a single spec. */
export function rowName({ attributes }: Pick<Sheet, 'attributes'>, texts: ReadonlyMap<number, string>, row: SheetRow): string {
  return attributes
    .flatMap(({ key }) => {
      const value = row.combo[key]
      return value === undefined ? [] : [texts.get(value) ?? '']
    })
    .join(' / ')
}
