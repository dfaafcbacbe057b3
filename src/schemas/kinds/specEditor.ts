import { defineKind, integerOf } from './define.ts'
import { addressesOf, addressPattern } from './image.ts'
import { CodecError, type KindField } from './kind.ts'
import {
  checkSpec,
  formatUnits,
  parseUnits,
  type SpecAttribute,
  type SpecChoice,
  type SpecColumn,
  type SpecNumber,
  type SpecSku,
  type SpecValue,
  specColumnNames,
  specColumns,
} from './specRules.ts'

/**
 * The specs of a product and its SKUs (specRules.ts). `type` names the form field that holds `single` or `multi`; `template` a relation
 * of `form.lookup` whose row has initial `specs`; `max` the most SKUs. Stored as JSON, unless the server's hooks store it (`virtual` with
 * `write`). Edited by plugins/spec-editor.
 */
export const specEditor = defineKind({
  help: 'Specs of a product, each with its values, and a SKU for each combination.',
  inCells: false,
  parts: {
    columns: {
      spec: { samples: ['Colour:Red;Size:M', 'Colour:Red;Size:L'] },
      price: { samples: ['9.90', '10.90'], required: true },
      origin_price: { samples: ['12.00', '12.00'] },
      cost_price: { samples: ['5.00', '5.00'] },
      stock: { samples: ['100', '80'], required: true },
      weight: { samples: ['0.500', '0.500'] },
      volume: { samples: ['0.0010', '0.0010'] },
      sku_code: { samples: ['TEE-M', 'TEE-L'] },
      enabled: { samples: ['1', '1'] },
    },
    rows: 'spec',
    follows: 'type',
  },
  options: { type: 'besideField', template: 'besideRelation', max: 'positive', maxSize: 'positive' },
  store: () => ({ type: 'jsonb' }),
  empty: null,
  // Its shape is the codec's business, and what is in it the check's: a schema would be walked through for each of a thousand SKUs.
  schema: (field) => ({ type: field.required ? 'object' : ['object', 'null'] }),
  fromWire: (value) => (value === null || value === undefined || value === '' ? null : parseSpec(value)),
  toWire: (value) => (isSpec(value) ? wireOf(value) : null),
  check: (value, field, _now, row) => {
    if (!isSpec(value)) return 'spec'
    const faults = checkSpec(value, { type: field.type === undefined ? undefined : row?.[field.type], max: field.max })
    return faults.slice(0, mostTold)
  },
  plain: (value) => (isSpec(value) ? value.attributes.map(({ name, values }) => `${name}: ${textOf(values)}`).join('; ') : ''),
  uploads: { many: true, accept: () => 'image/*', addresses: (value) => (isSpec(value) ? picturesOf(value) : []) },
  message: 'spec',
  requiredMessage: 'specNone',
  cell: 'text',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (field, n) => sampleOf(field, n),
})

/** Further errors are reported once these are fixed. */
const mostTold = 30
/** Limit for reading: another server may hold more than may be saved. */
const most = { attributes: 20, values: 500, skus: 5000, text: 500 } as const

const textOf = (values: readonly SpecChoice[]) => values.map(({ value }) => value).join(', ')

const picturesOf = ({ attributes, skus }: SpecValue) =>
  addressesOf([...attributes.flatMap(({ values }) => values), ...skus].map(({ image }) => image))

/** Is it specs with SKUs, and not nothing? */
export function isSpec(value: unknown): value is SpecValue {
  return isObject(value) && Array.isArray(value.attributes) && Array.isArray(value.skus)
}

/**
 * Parses untrusted input: `{ attributes, skus }` of the wire. Throws CodecError when it has another shape; invalid numbers stay texts, so
 * that `checkSpec` can report them at their position.
 */
export function parseSpec(wire: unknown): SpecValue {
  const { attributes, skus } = objectOf(wire)
  return {
    attributes: listOf(attributes, most.attributes).map((each): SpecAttribute => {
      const { name, values } = objectOf(each)
      return { name: readText(name), values: listOf(values, most.values).map(readChoice) }
    }),
    skus: listOf(skus, most.skus).map(readSku),
  }
}

function readChoice(wire: unknown): SpecChoice {
  const { value, image } = objectOf(wire)
  return { value: readText(value), image: readAddress(image) }
}

function readSku(wire: unknown): SpecSku {
  const { id, loaded, values, image, sku_code, status, ...numbers } = objectOf(wire)
  const columns = specColumnNames.map((name) => [name, readUnits(name, numbers[name])])
  return {
    ...(id === undefined || id === null || id === '' ? {} : { id: readId(id) }),
    ...(Number.isSafeInteger(loaded) ? { loaded: Number(loaded) } : {}),
    values: listOf(values, most.attributes).map(readText),
    image: readAddress(image),
    ...(Object.fromEntries(columns) as Record<SpecColumn, SpecNumber>),
    sku_code: readText(sku_code),
    status: readStatus(status),
  }
}

/** Units of a column; a text that is none of its numbers stays as it is. */
export function readUnits(column: SpecColumn, value: unknown): SpecNumber {
  try {
    return parseUnits(value, specColumns[column].scale)
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    return readText(value)
  }
}

function wireOf({ attributes, skus }: SpecValue): unknown {
  return {
    attributes: attributes.map(({ name, values }) => ({ name, values: values.map(({ value, image }) => ({ value, image })) })),
    skus: skus.map(({ id, loaded, values, image, sku_code, status, ...numbers }) => ({
      ...(id === undefined ? {} : { id }),
      ...(loaded === undefined ? {} : { loaded }),
      values,
      image,
      ...Object.fromEntries(specColumnNames.map((name) => [name, writeUnits(name, numbers[name])])),
      sku_code,
      status,
    })),
  }
}

/** Whole numbers travel as numbers and are null when empty; others as decimal text, '' when empty. */
function writeUnits(column: SpecColumn, value: SpecNumber): unknown {
  const { scale } = specColumns[column]
  if (value === null) return scale === 0 ? null : ''
  return typeof value === 'number' && scale > 0 ? formatUnits(value, scale) : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function objectOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new CodecError('spec')
  return value
}

function listOf(value: unknown, max: number): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > max) throw new CodecError('spec')
  return value
}

function readText(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined
  if (text === undefined || text.length > most.text) throw new CodecError('spec')
  return text
}

const address = new RegExp(addressPattern())

function readAddress(value: unknown): string {
  const text = readText(value)
  if (text !== '' && !address.test(text)) throw new CodecError('url')
  return text
}

function readId(value: unknown): number {
  const id = integerOf(value)
  if (id === undefined || id < 1) throw new CodecError('spec')
  return id
}

/** On unless it says otherwise. */
function readStatus(value: unknown): 0 | 1 {
  if (value === undefined || value === null || value === '') return 1
  const status = integerOf(value)
  if (status !== 0 && status !== 1) throw new CodecError('spec')
  return status
}

/** Two colours in three sizes, or a single spec when no other field distinguishes the rows. */
function sampleOf(field: KindField & { type?: string }, n: number): SpecValue {
  const colours = ['Red', 'Blue'].map((value) => ({ value, image: '' }))
  const sizes = ['S', 'M', 'L'].slice(0, 2 + (n % 2)).map((value) => ({ value, image: '' }))
  const skus = colours.flatMap((colour) =>
    sizes.map(
      (size, i): SpecSku => ({
        id: n * 10 + i + (colour.value === 'Red' ? 0 : sizes.length),
        values: [colour.value, size.value],
        image: '',
        price: 990 + n,
        origin_price: null,
        cost_price: 500,
        stock: n + i,
        weight: 250,
        volume: 10,
        low_stock: null,
        sku_code: `${field.name}-${n}-${colour.value}-${size.value}`.slice(0, 64),
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
