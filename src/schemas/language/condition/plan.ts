import type { Condition } from '../../condition.ts'
import type { Field } from '../../field.ts'
import { conditionReads, framesTo, readReference } from './condition.ts'
import { type Domain, domainOf, endsOf, type Landmarks, noLandmarks } from './domains.ts'

/** The rows a condition may read: fields by name, and the fields of the rows that relations of many lead to. */
export interface RowFields {
  fields: Readonly<Record<string, Field>>
  related?(name: string): Readonly<Record<string, Field>> | undefined
}

/** A value that is chosen: of a field in one of the frames. */
interface Variable {
  depth: number
  name: string
  domain: Domain
}

/** A list of rows of which quantified conditions speak: any set of the kinds of rows that there can be. */
export interface List {
  depth: number
  name: string
  inner: RowFields
  /** The conditions on its rows, each once. */
  parts: readonly Condition[]
  /** Fewest and most rows. */
  min: number
  max: number
}

export interface Plan {
  frames: readonly RowFields[]
  variables: readonly Variable[]
  lists: readonly List[]
  marks: Landmarks
  usesSelf: boolean
  usesNow: boolean
}

type Found =
  | { quantified: Extract<Condition, { rows: string }>; frames: readonly RowFields[] }
  | { leaf: Condition; frames: readonly RowFields[] }

/** Every leaf and quantified part with its frames; parts inside quantified ones only with `deep`. */
function partsOf(condition: Condition, frames: readonly RowFields[], deep: boolean): Found[] {
  switch (condition.op) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part) => partsOf(part, frames, deep))
    case 'not':
      return partsOf(condition.of, frames, deep)
    case 'some':
    case 'every': {
      const inner = deep ? partsOf(condition.of, innerFrames(condition.rows, frames), deep) : []
      return [{ quantified: condition, frames }, ...inner]
    }
    default:
      return [{ leaf: condition, frames }]
  }
}

function innerFrames(rows: string, frames: readonly RowFields[]): RowFields[] {
  const reference = readReference(rows)
  const around = framesTo(reference, frames)
  return [...around, rowsOf(around.at(-1), reference.name)]
}

function rowsOf(frame: RowFields | undefined, name: string): RowFields {
  return { fields: frame?.fields[name]?.fields ?? frame?.related?.(name) ?? {} }
}

function isList(frame: RowFields | undefined, name: string): boolean {
  return (frame?.fields[name]?.fields ?? frame?.related?.(name)) !== undefined
}

/** What has to be chosen for the condition to be true or not, and what values are compared with. */
export function planOf(condition: Condition, frames: readonly RowFields[], outer: Landmarks = noLandmarks): Plan {
  const marks = landmarksOf(condition, frames, outer)
  const variables = new Map<string, Variable>()
  const lists = new Map<string, List & { parts: Condition[] }>()
  const inner = conditionReads(
    condition,
    frames.slice(1).map((_, i) => String(i)),
  )
  for (const { path, name } of inner) {
    const depth = path.every((each, i) => each === String(i)) ? path.length : -1
    const frame = frames[depth]
    if (!frame || isList(frame, name)) continue
    variables.set(`${depth}.${name}`, { depth, name, domain: domainOf(frame.fields[name]) })
  }
  for (const found of partsOf(condition, frames, false)) addList(found, lists)
  const text = JSON.stringify(condition)
  return {
    frames,
    variables: [...variables.values()],
    lists: [...lists.values()],
    marks,
    usesSelf: text.includes('"self":"id"'),
    usesNow: text.includes('"now":'),
  }
}

function addList(found: Found, lists: Map<string, List & { parts: Condition[] }>): void {
  const text = 'quantified' in found ? found.quantified.rows : 'field' in found.leaf ? found.leaf.field : ''
  const reference = readReference(text)
  const around = framesTo(reference, found.frames)
  const frame = around.at(-1)
  if (!isList(frame, reference.name)) return
  const key = `${around.length - 1}.${reference.name}`
  const field = frame?.fields[reference.name]
  const list = lists.get(key) ?? {
    depth: around.length - 1,
    name: reference.name,
    inner: rowsOf(frame, reference.name),
    parts: [],
    min: field?.required ? 1 : 0,
    max: field?.max ?? Number.POSITIVE_INFINITY,
  }
  const { parts } = list
  if ('quantified' in found && !parts.some((part) => JSON.stringify(part) === JSON.stringify(found.quantified.of)))
    parts.push(found.quantified.of)
  lists.set(key, list)
}

/** All compared values anywhere in the condition; and how many values may be needed between two of them. */
function landmarksOf(condition: Condition, frames: readonly RowFields[], outer: Landmarks): Landmarks {
  const numbers = new Set(outer.numbers)
  const texts = new Set(outer.texts)
  const offsets = new Set(outer.offsets)
  const fields = new Set<string>()
  for (const found of partsOf(condition, frames, true)) {
    if (!('leaf' in found)) continue
    const { leaf } = found
    const values = 'values' in leaf ? leaf.values : 'operand' in leaf && 'value' in leaf.operand ? [leaf.operand.value] : []
    for (const value of values) {
      if (typeof value === 'number') numbers.add(value)
      if (typeof value === 'string') texts.add(value)
    }
    if ('operand' in leaf && 'now' in leaf.operand) offsets.add(leaf.operand.now)
    for (const text of namesIn(leaf)) {
      const reference = readReference(text)
      const frame = framesTo(reference, found.frames).at(-1)
      fields.add(`${found.frames.length}.${text}`)
      const ends = endsOf(domainOf(frame?.fields[reference.name]))
      for (const number of ends.numbers) numbers.add(number)
      for (const end of ends.texts) texts.add(end)
    }
  }
  return { numbers: [...numbers], texts: [...texts], offsets: [...offsets], gap: Math.max(outer.gap, fields.size + 2) }
}

/** The names of the fields that one comparison reads. */
export function namesIn(leaf: Condition): string[] {
  if (!('field' in leaf)) return []
  return [leaf.field, ...('operand' in leaf && 'field' in leaf.operand ? [leaf.operand.field] : [])]
}
