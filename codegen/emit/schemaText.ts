import { isObject } from '../../src/schemas/isObject.ts'
import type { Json } from './jsonSchema.ts'

/** Columns a line may have where it can be broken; a long description stays on its line. */
const width = 150
/** Keywords whose members have names of their own: one a line. */
const namedMembers = ['properties', 'patternProperties', '$defs']

/** A schema as text: what fits goes on one line, keywords share lines, and only named members are indented. */
export function schemaText(schema: Json): string {
  const { $defs, properties, patternProperties, ...keywords } = schema
  const maps = { properties, patternProperties, $defs }
  const lines = Object.entries(keywords).map(
    ([key, value]) => ` ${JSON.stringify(key)}: ${lay(value, { indent: 1, column: key.length + 5 })}`,
  )
  for (const [key, map] of Object.entries(maps)) if (isObject(map)) lines.push(` ${JSON.stringify(key)}: ${layMembers(map, 1)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Where a value begins: the indent of its line, and the column it is at. */
interface Place {
  indent: number
  column: number
}

function lay(value: unknown, { indent, column }: Place): string {
  const flat = onOneLine(value)
  if (column + flat.length < width) return flat
  if (isObject(value)) return layKeywords(value, { indent, column })
  if (!Array.isArray(value)) return flat
  const inner = ' '.repeat(indent + 1)
  const items = value.map((item) => inner + lay(item, { indent: indent + 1, column: indent + 1 }))
  return `[\n${items.join(',\n')}\n${' '.repeat(indent)}]`
}

function layMembers(map: Readonly<Json>, indent: number): string {
  const members = Object.entries(map).map(([name, part]) => {
    const head = `${' '.repeat(indent + 1)}${JSON.stringify(name)}: `
    return head + lay(part, { indent: indent + 1, column: head.length })
  })
  return `{\n${members.join(',\n')}\n${' '.repeat(indent)}}`
}

function layKeywords(schema: Readonly<Json>, { indent, column }: Place): string {
  let text = '{'
  let at = column + 1
  for (const [i, [key, value]] of Object.entries(schema).entries()) {
    const head = `${JSON.stringify(key)}: `
    const breaks = i > 0 && typeof value === 'string' && at + head.length + onOneLine(value).length + 3 > width
    const between = i === 0 ? '' : breaks ? `,\n${' '.repeat(indent + 1)}` : ', '
    if (breaks) at = indent + 1
    const named = namedMembers.includes(key) && isObject(value) && at + head.length + onOneLine(value).length + 3 > width
    const laid = named ? layMembers(value, indent) : lay(value, { indent, column: at + head.length })
    text += between + head + laid
    at = laid.includes('\n') ? laid.length - laid.lastIndexOf('\n') : at + head.length + laid.length + 2
  }
  return `${text}}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${onOneLine(part)}`)
    .join(', ')}}`
}
