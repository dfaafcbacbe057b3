import type { Schema } from '../../../codegen/schema/schema.ts'
import { actionOf } from '../../../src/schemas/language/action/actionOf.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { type Actor, can } from '../../core/context.ts'

/**
 * The pages whose records the palette finds, in the order of the menu: lists with a quick search whose rows somebody works on. Logs, which
 * have no action that adds or changes a row, would bury them.
 */
export function findablePages(schema: Schema): Page[] {
  const order = new Map(schema.menus.admin.map(({ name }, i) => [name, i]))
  return [...schema.pages.values()]
    .filter((page) => page.kind === 'crud' && page.area === 'admin' && page.entity.key && page.table.quickSearch.length > 0)
    .filter((page) => order.has(page.id) && isWorkedOn(page))
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

function isWorkedOn(page: Page): boolean {
  return page.actions.edit !== undefined || Object.keys(page.actions).some((name) => actionOf(page, name, 'run') !== undefined)
}

/** The pages of the back office whose records can be looked at. */
export function recordPages(schema: Schema): Page[] {
  return [...schema.pages.values()].filter(({ kind, area, entity }) => kind === 'crud' && area === 'admin' && entity.key !== null)
}

/** Those whose list the person may open. */
export function openTo(actor: Actor, pages: readonly Page[]): Page[] {
  return pages.filter((page) => can(actor, `${page.id}/index`))
}
