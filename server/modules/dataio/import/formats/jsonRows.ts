import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { Refused } from '../../../../core/refuse.ts'
import { figure } from '../figure.ts'
import { encodingOf, textOf } from './decode.ts'
import { jsonItems } from './jsonItems.ts'

/**
 * The lines of a JSON file, an array of objects: the titles first, every member name in order of appearance. The file is read once for the
 * names and once for the rows. Numbers keep their source text, so that long ones lose no digits.
 */
export async function* jsonRows(path: string, asked: string, told: (encoding: string) => void): AsyncGenerator<string[]> {
  const encoding = await encodingOf(path, asked)
  told(encoding)
  const names = await namesOf(path, encoding)
  yield [...names.keys()]
  for await (const row of objectsOf(path, encoding)) {
    const cells = Array.from(names, () => '')
    for (const [name, value] of Object.entries(row)) cells[names.get(name) ?? 0] = textOfValue(value)
    yield cells
  }
}

/** Every name of a member, and its place. */
async function namesOf(path: string, encoding: string): Promise<Map<string, number>> {
  const names = new Map<string, number>()
  for await (const row of objectsOf(path, encoding)) {
    for (const name of Object.keys(row)) if (!names.has(name)) names.set(name, names.size)
    if (names.size > importLimits.columns) throw new Refused('import.tooManyColumns', { max: figure(importLimits.columns) })
  }
  return names
}

async function* objectsOf(path: string, encoding: string): AsyncGenerator<object> {
  let line = 0
  for await (const item of jsonItems(textOf(path, encoding))) {
    line++
    if (line > importLimits.rows) throw new Refused('import.tooManyRows', { max: figure(importLimits.rows) })
    const row = parsed(item)
    if (row === null || typeof row !== 'object' || Array.isArray(row)) throw new Refused('import.jsonRow', { line })
    yield row
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, asWritten)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused('import.json')
    throw error
  }
}

/** A number as the text it is in the file. */
function asWritten(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.map(textOfValue).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
