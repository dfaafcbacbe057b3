import { columnTitles, exportColumns, exportScopes } from '../../../src/schemas/api/exporting.ts'
import { importModesOf } from '../../../src/schemas/api/importing.ts'
import type { OptionSourceName } from '../../../src/schemas/kinds/optionSources.ts'
import { takesFiles } from '../../../src/schemas/language/action/builtInActions.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Choice, OptionSource } from '../../crud/domain.ts'
import { pagesOf, titleOf, wordOf } from '../../crud/pageTexts.ts'
import { mayExport } from './export/rights.ts'
import { mayImport } from './import/rights.ts'

/** Choices of screens that the person may export or import, and of the columns of their files. */
export const dataioOptionSources = {
  exports: (ctx) =>
    pagesOf(ctx)
      .filter((page) => page.actions.export)
      .map((page) => ({ value: page.id, label: titleOf(ctx, page), mayTake: mayExport(actorOf(ctx), page.id) })),
  imports: (ctx) =>
    pagesOf(ctx)
      .filter(takesFiles)
      .map((page) => ({
        value: page.id,
        label: titleOf(ctx, page),
        mayTake: importModesOf(page).some((mode) => mayImport(actorOf(ctx), page.id, mode)),
      })),
  exportColumns: (ctx, [target = '']) => columnsOfFile(ctx, target),
} satisfies Partial<Record<OptionSourceName, OptionSource>>

/** Columns that the file of a list can have, by their titles; without a scope those that the list shows, and those of its other files. */
export function columnsOfFile(ctx: Context, target: string, only?: string): Choice[] {
  const page = pagesOf(ctx).find(({ id, actions }) => id === target && actions.export)
  if (!page) return []
  const found = new Map<string, Choice>()
  for (const [i, scope] of (only === undefined ? exportScopes(page) : [only]).entries()) {
    const columns = exportColumns(page, scope)
    const titles = columnTitles(columns, (key) => wordOf(ctx, page, key))
    const mayTake = i === 0 && mayExport(actorOf(ctx), target)
    for (const { name, of } of columns)
      if (!found.has(name)) found.set(name, { value: name, label: titles.get(name) ?? name, mayTake, preselected: !of.hidden })
  }
  return [...found.values()]
}
