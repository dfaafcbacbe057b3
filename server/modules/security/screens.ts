import type { Page } from '../../../src/schemas/language/page.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { screenOf } from '../../crud/screen/screens.ts'

/** The list screen of a table: the one named, if it is one, else the first that can edit or delete rows of the table. Throws `Refused` without. */
export function screenOfTable(ctx: Context, table: string, pageId?: string): Screen {
  const page = pageOfTable(ctx, table, pageId)
  if (!page) throw new Refused('security.noScreen', { page: pageId ?? table })
  return screenOf(page, ctx.schema, ctx.services.engine)
}

/** The same page, or undefined. */
export function pageOfTable({ schema }: Pick<Context, 'schema'>, table: string, pageId?: string): Page | undefined {
  const all = [...schema.pages.values()].filter(
    (page) => page.kind === 'crud' && page.area === 'admin' && page.entity.table === table,
  )
  return (
    all.find(({ id }) => id === pageId) ??
    all.find(({ actions }) => actions.edit) ??
    all.find(({ actions }) => actions.delete) ??
    all[0]
  )
}
