import { withoutMarks } from './exchanges.ts'

/** What stands at one place of an answer: the formats of its values, and of objects the keys. Elements of lists share one place. */
interface Place {
  formats: Set<string>
  /** Key → in how many of the objects of this place. */
  keys: Map<string, number>
  objects: number
}

/** One way in which an answer differs from the recorded one. */
export interface Finding {
  path: string
  what: string
}

type Shape = Map<string, Place>

const formats: readonly (readonly [string, RegExp])[] = [
  ['empty text', /^$/],
  ['date and time', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['decimal text', /^-?\d+\.\d\d$/],
  ['whole number as text', /^-?\d{1,9}$/],
]

/** Everything two answers of the same request differ in: types, keys and value formats, never the values themselves. */
export function compareShapes(recorded: unknown, actual: unknown): Finding[] {
  const wanted = shapeOf(withoutMarks(recorded))
  const found: Finding[] = []
  for (const [path, place] of shapeOf(actual)) {
    const model = wanted.get(path)
    if (!model) continue // told as a key of the place above, or the recorded list is empty
    for (const format of place.formats) {
      if (!fits(format, model.formats))
        found.push({ path, what: `${format} instead of ${[...model.formats].sort().join(' or ')}` })
    }
    if (model.objects === 0 || place.objects === 0) continue
    for (const key of place.keys.keys()) if (!model.keys.has(key)) found.push({ path, what: `further key ${key}` })
    for (const [key, times] of model.keys) {
      if (times === model.objects && place.keys.get(key) !== place.objects) found.push({ path, what: `missing key ${key}` })
    }
  }
  return found
}

/** An empty text stands for any text, here and there; other formats have to be among the recorded ones. */
function fits(format: string, model: ReadonlySet<string>): boolean {
  if (model.has(format)) return true
  const texts = [...model].filter((each) => each.includes('text') || each.startsWith('date'))
  if (format === 'empty text') return texts.length > 0
  if (texts.length === model.size && texts.every((each) => each === 'empty text'))
    return format.includes('text') || format.startsWith('date')
  // A free text may look like a number or a date by chance; the other way round it is a difference.
  return model.has('text') && (format.includes('text') || format.startsWith('date'))
}

function shapeOf(value: unknown): Shape {
  const shape: Shape = new Map()
  visit(value, '', shape)
  return shape
}

/** Objects whose keys are data: screens by their file, labels by column. */
const maps = ['.controllers', '.data_fields']

function visit(value: unknown, path: string, shape: Shape): void {
  const place = shape.get(path) ?? { formats: new Set<string>(), keys: new Map<string, number>(), objects: 0 }
  shape.set(path, place)
  place.formats.add(formatOf(value))
  if (Array.isArray(value)) {
    for (const item of value) visit(item, collapse(`${path}[]`), shape)
  } else if (value !== null && typeof value === 'object') {
    place.objects++
    const isMap = maps.some((end) => path.endsWith(end))
    for (const [named, part] of Object.entries(value)) {
      const key = isMap ? '*' : named
      // Leaves of a tree have no `children`: whether a row has them is data, not form.
      if (key !== 'children') place.keys.set(key, isMap ? place.objects : (place.keys.get(key) ?? 0) + 1)
      visit(part, path ? `${path}.${key}` : key, shape)
    }
  }
}

/** Rows of every level of a tree have one form. */
function collapse(path: string): string {
  return path.replace(/\[\]\.children\[\]$/, '[]')
}

function formatOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return formats.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text'
  if (typeof value !== 'number') return typeof value
  if (!Number.isInteger(value)) return 'fraction'
  return value >= 1_000_000_000 && value < 10_000_000_000 ? 'unix seconds' : 'whole number'
}
