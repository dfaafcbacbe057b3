import { sql } from 'kysely'
import { importLimits } from '../../../../src/schemas/api/importing.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import { Refused } from '../../../core/refuse.ts'
import type { DataioImportRow } from '../../../core/rows.generated.ts'
import { figure } from './figure.ts'
import { areGrouped } from './lines/groups.ts'

/** What is asked of the lines of a file. */
interface AskedOfLines {
  mapping: readonly string[]
  /** Names joined by `+`. */
  match: string
  onError: string
}

/** Refuses a file that has more lines than may be for what is asked of it. */
export function requireFewLines({ schema }: Context, page: Page, { mapping, match, onError }: AskedOfLines, lines: number): void {
  const { whole, together } = importLimits
  if (onError === 'stop' && lines > whole) throw new Refused('import.whole', { lines: figure(lines), max: figure(whole) })
  const grouped = areGrouped({ page, mapping, match: match === '' ? [] : match.split('+') })
  if (lines > together && (grouped || namesOwnRows(schema, page, mapping)))
    throw new Refused('import.together', { lines: figure(lines), max: figure(together) })
}

/** May a line name a row that another line makes? Lines are then checked together, or the check would not find it. */
function namesOwnRows({ pages }: Context['schema'], { fields, entity }: Page, mapping: readonly string[]): boolean {
  return mapping.some((name) => {
    const field = fields[name]
    if (!field) return false
    const table = field.table ?? pages.get(field.page ?? '')?.entity.table
    return name === entity.tree?.parent || table === entity.table
  })
}

/** Refuses when the files of the person's imports take as much room as they may. */
export async function requireRoom(ctx: Context): Promise<void> {
  const { rows } = await sql<Pick<DataioImportRow, 'file' | 'error_file'>>`
    select file, error_file from dataio_import where admin_id = ${actorOf(ctx).id} and (file <> '' or error_file <> '')`.execute(
    ctx.read,
  )
  const names = rows.flatMap((row) => [row.file, row.error_file]).filter((name) => name !== '')
  const sizes = await Promise.all(names.map((name) => ctx.services.privateFiles.size(name)))
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  if (bytes >= importLimits.kept) throw new Refused('import.kept', { gb: importLimits.kept / 1024 ** 3 })
}
