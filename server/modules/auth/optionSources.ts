import type { OptionSourceName } from '../../../src/schemas/kinds/optionSources.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import { isStored } from '../../core/db/columns.ts'
import type { OptionSource } from '../../crud/domain.ts'
import { pagesOf, titleOf, wordOf } from '../../crud/pageTexts.ts'

/** Choices of what the person may open: screens, the tables behind them, and the columns of a table. */
export const authOptionSources = {
  screens: (ctx) =>
    pagesOf(ctx).map((page) => ({
      value: page.id,
      label: titleOf(ctx, page),
      mayTake: can(actorOf(ctx), `${page.id}/index`),
    })),
  deletingScreens: (ctx) =>
    pagesOf(ctx)
      .filter(({ actions, entity }) => entity.history && (actions.delete ?? actions.destroy))
      .map((page) => ({ value: page.id, label: titleOf(ctx, page), mayTake: can(actorOf(ctx), `${page.id}/index`) })),
  tables: (ctx) =>
    tablePages(ctx).map((page) => ({
      value: page.entity.table,
      label: `${titleOf(ctx, page)} (${page.entity.table})`,
      mayTake: mayOpen(ctx, page.entity.table),
    })),
  columns: (ctx, [table = '']) =>
    tablePages(ctx)
      .filter((page) => page.entity.table === table)
      .flatMap((page) =>
        Object.values(page.entity.fields)
          .filter((field) => isStored(field) && !field.secret)
          .map(({ name }) => ({
            value: name,
            label: wordOf(ctx, page, `fields.${name}.label`) ?? name,
            mayTake: mayOpen(ctx, table),
          })),
      ),
} satisfies Partial<Record<OptionSourceName, OptionSource>>

/** The first screen of each table. */
function tablePages(ctx: Context): Page[] {
  const byTable = new Map<string, Page>()
  for (const page of pagesOf(ctx)) {
    const { table } = page.entity
    if (table !== '' && !byTable.has(table)) byTable.set(table, page)
  }
  return [...byTable.values()]
}

/** May the person open one of the table's screens? */
function mayOpen(ctx: Context, table: string): boolean {
  return pagesOf(ctx).some((page) => page.entity.table === table && can(actorOf(ctx), `${page.id}/index`))
}
