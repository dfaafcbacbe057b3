import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../src/schemas/errors.ts'
import { isObject } from '../../src/schemas/isObject.ts'

/** The folder that keeps what was generated last, beside the pages of a folder of schemas. */
export const generatedFolder = '.generated'

/** Tables of which a folder of schemas keeps what was generated, with the screen of each; null for tables of pairs. */
export async function recordedTables(dir: string): Promise<Map<string, string | null>> {
  const top = join(dir, generatedFolder)
  const found = new Map<string, string | null>()
  for (const name of await filesBelow(top)) {
    const record: unknown = JSON.parse(await readFile(join(top, name), 'utf8'))
    if (!isObject(record)) continue
    const id = name.replaceAll('\\', '/').replace(/\.json$/, '')
    if (isObject(record.page)) {
      const { entity } = record.page
      if (isObject(entity) && typeof entity.table === 'string') found.set(entity.table, id)
    } else for (const table of Object.keys(record)) found.set(table, null)
  }
  return found
}

async function filesBelow(top: string): Promise<string[]> {
  try {
    return (await readdir(top, { recursive: true })).filter((name) => name.endsWith('.json')).sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
