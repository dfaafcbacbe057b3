import type { Context } from '../../core/context.ts'
import { labelOf } from '../../crud/words.ts'
import { pageOfTable } from './screens.ts'

/** What the screen of a table calls one of its columns; its name where no screen shows it. */
export function fieldLabel(ctx: Context, table: string, name: string): string {
  const page = pageOfTable(ctx, table)
  return page ? labelOf(ctx, { page, prefix: 'fields' }, name) : name
}
