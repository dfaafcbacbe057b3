import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { isSpec } from '../../src/schemas/kinds/specEditor.ts'
import { valueFindings } from '../../src/schemas/language/form/valueFindings.ts'
import { proseFor, type TextMaker, textFor } from './texts.ts'

/** What values of a row are made with. */
export interface ValueMaker extends TextMaker {
  /** Unix seconds: times are before it. */
  now: number
  /** Keys of the rows that a remote field may name. */
  keysOf(field: Field): readonly (string | number)[]
  /** Addresses of pictures and files that were uploaded, by what a field takes. */
  filesOf(field: Field): readonly string[]
}

type Make = (field: Field, maker: ValueMaker) => unknown

const day = 86_400

/** How values of a kind are made; other kinds have samples of their own. Values are those of the model. */
const makers: Readonly<Record<string, Make>> = {
  string: textOf,
  textarea: (field, maker) => cut(field, proseFor(maker).join(maker.speech.person.joint)),
  richtext: (_, maker) =>
    proseFor(maker)
      .map((text) => `<p>${text}</p>`)
      .join(''),
  account: (_, { random }) => `u${random.digits(9)}`,
  varname: (_, { random }) => `v_${random.digits(8)}`,
  email: (_, { random }) => `member${random.digits(7)}@example.com`,
  mobile: (_, { random }) => `1${random.pick(['38', '39', '50', '59', '86', '88'])}${random.digits(8)}`,
  password: (_, { random }) => `Kt${random.digits(9)}${random.digits(9)}`,
  url: (_, { random }) => `https://example.com/${random.digits(6)}`,
  idnumber: (field, { random }) => kindOf(field).sample(field, random.whole(0, 999_999)),
  integer: wholeOf,
  number: numberOf,
  float: numberOf,
  money: moneyOf,
  datetime: momentOf,
  date: (field, maker) => new Date(Number(momentOf(field, maker)) * 1000).toISOString().slice(0, 10),
  time: (_, { random }) => `${String(random.whole(8, 20)).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}:00`,
  specEditor: (field, { random }) => newSpec(kindOf(field).sample(field, random.whole(1, 999))),
  year: (field, { random, now }) => within(field, random.whole(0, 15), new Date(now * 1000).getUTCFullYear(), -1),
  duration: (field, { random }) => clamp(field, random.whole(60_000, 5_400_000)),
  select: optionOf,
  radio: optionOf,
  switch: (field, { random }) => (random.chance(0.8) ? (field.on ?? 1) : (field.off ?? 0)),
  checkbox: optionsOf,
  multiselect: optionsOf,
  remoteSelect: remoteOf,
  remoteMultiSelect: (field, maker) => {
    const [least, most] = [Math.max(Number(field.min ?? 0), field.required ? 1 : 0), Number(field.max ?? 3)]
    return maker.random.some(maker.keysOf(field), maker.random.whole(least, Math.max(least, Math.min(most, 3))))
  },
  image: fileOf,
  file: fileOf,
  images: filesOf,
  files: filesOf,
}

/** A believable value of the field, as the model has it; undefined where it stays as it is without one. */
export function valueFor(field: Field, maker: ValueMaker): unknown {
  if (field.source !== undefined) return field.required ? kindOf(field).sample(field, 0) : undefined
  const make = Object.hasOwn(makers, field.kind) ? makers[field.kind] : undefined
  if (make) return make(field, maker)
  return field.required || maker.random.chance(0.5) ? kindOf(field).sample(field, maker.random.whole(0, 999)) : undefined
}

/** Does the value fulfil what the field says of values? `row`: the values beside it. */
export function isValid(field: Field, value: unknown, row: Readonly<Record<string, unknown>>, now: number): boolean {
  const sight = { values: { ...row, [field.name]: value }, selfId: 0, now }
  return valueFindings(field, value, field.required, { sight }).length === 0
}

/** A sample whose SKUs are new ones. */
function newSpec(sample: unknown): unknown {
  if (!isSpec(sample)) return sample
  return { ...sample, skus: sample.skus.map(({ id: _, ...sku }) => sku) }
}

function textOf(field: Field, maker: ValueMaker): string {
  const { random } = maker
  const text = textFor(field, maker)
  const isOne = field.unique
  const whole = isOne ? `${text} ${random.digits(6)}` : text
  const fitting = cut(field, whole, isOne ? 6 : 0)
  const least = Number(field.minLength ?? 0)
  return fitting.length >= least ? fitting : fitting.padEnd(least, random.digits(Math.max(1, least)))
}

/** The text within the field's length; so many of its last characters stay. */
function cut(field: Field, text: string, kept = 0): string {
  const most = Number(field.maxLength ?? field.store?.length ?? 255)
  if (text.length <= most) return text
  return kept >= most ? text.slice(-most) : `${text.slice(0, most - kept).trimEnd()}${kept > 0 ? text.slice(-kept) : ''}`
}

function clamp(field: Field, value: number): number {
  return Math.min(Number(field.max ?? Number.POSITIVE_INFINITY), Math.max(Number(field.min ?? Number.NEGATIVE_INFINITY), value))
}

function within(field: Field, offset: number, from: number, sign: 1 | -1): number {
  return clamp(field, from + sign * offset)
}

/** Limits of numbers that nothing else says, by what the field is about. */
function rangeOf(field: Field): [number, number] {
  const usual: readonly (readonly [RegExp, number, number])[] = [
    [/percent|discount|rate|ratio|progress/, 1, 100],
    [/(^|_)age$/, 18, 75],
    [/weigh|sort|order|rank|position/, 1, 200],
    [/stock|quantity|count|num|total|amount/, 0, 500],
    [/score|points|star/, 1, 5],
    [/floor|level|room|bed/, 1, 30],
  ]
  const [, low, high] = usual.find(([pattern]) => pattern.test(field.name)) ?? [undefined, 1, 100]
  const [min, max] = [Number(field.min ?? 0), Number(field.max ?? Number.POSITIVE_INFINITY)]
  const least = Math.min(Math.max(min, low), max)
  return [least, Math.min(max, Math.max(high, least + high))]
}

function wholeOf(field: Field, { random }: ValueMaker): number {
  const [low, high] = rangeOf(field)
  const step = Math.max(1, Math.round(Number(field.step ?? 1)))
  const least = Math.ceil(low)
  return least + Math.floor((random.whole(least, Math.floor(Math.min(high, least + 1_000_000))) - least) / step) * step
}

function numberOf(field: Field, { random }: ValueMaker): number {
  const [low, high] = rangeOf(field)
  const places = 10 ** Math.min(2, field.store?.scale ?? field.scale ?? 2)
  return clamp(field, Math.round((low + random.next() * (Math.min(high, low + 1000) - low)) * places) / places)
}

/** Prices as shops write them, in fen. */
function moneyOf(field: Field, { random }: ValueMaker): number {
  const yuan = Math.round(10 ** (0.7 + random.next() * 2.2))
  return clamp(field, yuan * 100 + random.pick([0, 0, 50, 80, 90, 99]) - 100 * Number(yuan > 9))
}

/** A moment of the last three months in working hours; what ends does so in the next two. */
function momentOf(field: Field, { random, now }: ValueMaker): number {
  const isEnd = /end|finish|until|expire|deadline|due|(^|_)to($|_)/.test(field.name)
  const at = isEnd ? now + random.whole(1, 60) * day : now - random.whole(0, 90) * day
  const moment = at - (at % day) + random.whole(1, 12) * 3600 + random.whole(0, 59) * 60
  const { min, max } = field.limits ?? {}
  const limit = (text: string | number | undefined, fallback: number) =>
    text === undefined ? fallback : text === 'now' ? now : typeof text === 'number' ? text : Date.parse(`${text}Z`) / 1000
  const least = limit(min, Number.NEGATIVE_INFINITY) + (min === 'now' ? 3600 : 0)
  return Math.min(Math.max(isEnd ? moment : Math.min(moment, now), least), limit(max, Number.POSITIVE_INFINITY))
}

function optionOf(field: Field, { random }: ValueMaker): unknown {
  const values = (field.options ?? []).map(({ value }) => value)
  return values.length === 0 ? undefined : random.pickEarly(values)
}

function optionsOf(field: Field, { random }: ValueMaker): unknown {
  const all = field.options ?? []
  const fixed = all.filter((option) => option.fixed).map(({ value }) => value)
  const least = Math.max(Number(field.min ?? 0), field.required ? 1 : 0)
  const most = Math.max(least, Math.min(Number(field.max ?? 3), all.length))
  const some = random.some(all, random.whole(least, most)).map(({ value }) => value)
  return [...new Set([...fixed, ...some])]
}

function remoteOf(field: Field, { random, keysOf }: ValueMaker): unknown {
  const keys = keysOf(field)
  return keys.length === 0 ? undefined : random.pickEarly(keys)
}

function fileOf(field: Field, maker: ValueMaker): unknown {
  const files = maker.filesOf(field)
  if (files.length > 0) return maker.random.pick(files)
  return field.required ? kindOf(field).sample(field, maker.random.whole(1, 99)) : undefined
}

function filesOf(field: Field, maker: ValueMaker): unknown {
  const files = maker.filesOf(field)
  const least = Math.max(Number(field.min ?? 0), field.required ? 1 : 0)
  if (files.length === 0) return least > 0 ? kindOf(field).sample(field, maker.random.whole(1, 99)) : undefined
  return maker.random.some(files, maker.random.whole(least, Math.max(least, Math.min(3, Number(field.max ?? 3)))))
}
