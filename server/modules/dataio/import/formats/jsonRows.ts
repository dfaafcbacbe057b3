import { readFile } from 'node:fs/promises'
import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { deepest, tooDeepAt } from '../../../../core/http/nesting.ts'
import { Refused } from '../../../../core/refuse.ts'
import { decodeFile } from './decode.ts'

/** Rows that are looked at before others get their turn. */
const atOnce = 1000

/**
 * The lines of a JSON file, an array of objects: the titles first, every member name in order of appearance. Numbers keep their source
 * text, so that long ones lose no digits.
 */
export async function* jsonRows(path: string, asked: string, told: (encoding: string) => void): AsyncGenerator<string[]> {
  const { text, encoding } = decodeFile(await readFile(path), asked)
  told(encoding)
  const rows = parsed(text)
  const names = new Map<string, number>()
  for (const row of rows) {
    for (const name of Object.keys(row)) if (!names.has(name)) names.set(name, names.size)
    if (names.size > importLimits.columns) throw new Refused('import.tooManyColumns', { max: importLimits.columns })
  }
  yield [...names.keys()]
  for (const [i, row] of rows.entries()) {
    if (i % atOnce === atOnce - 1) await new Promise((turn) => setImmediate(turn))
    const cells = Array.from(names, () => '')
    for (const [name, value] of Object.entries(row)) cells[names.get(name) ?? 0] = textOf(value)
    yield cells
  }
}

function parsed(text: string): object[] {
  const deep = tooDeepAt(text)
  if (deep !== undefined) throw new Refused('import.jsonDeep', { line: deep, max: deepest })
  let found: unknown
  try {
    found = JSON.parse(text, asWritten)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused('import.json')
    throw error
  }
  if (!Array.isArray(found)) throw new Refused('import.json')
  const strange = found.findIndex((row) => row === null || typeof row !== 'object' || Array.isArray(row))
  if (strange >= 0) throw new Refused('import.jsonRow', { line: strange + 1 })
  return found
}

/** A number as the text it is in the file. */
function asWritten(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
