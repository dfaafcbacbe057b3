import type { Schema } from '../../../../codegen/schema/schema.ts'
import { actionOf } from '../../../../src/schemas/language/action/actionOf.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import { type Actor, can } from '../../../core/context.ts'

/** The page over all exports, and its node without which what is a person's own is hidden in files. */
const everything = { page: 'dataio/export', plain: 'dataio/export/plain' }

/** Who may export a list: who may see it, and holds its node `export`. */
export function mayExport(actor: Actor, target: string): boolean {
  return can(actor, `${target}/index`) && can(actor, `${target}/export`)
}

/** The page under which the files of a list wait. */
export function placeOf(page: Pick<Page, 'actions'>): string {
  return actionOf(page, 'export', 'export')?.place ?? everything.page
}

/** Lists whose files wait under a page of their own. */
export function targetsOf(schema: Schema, place: string): string[] {
  return [...schema.pages.values()].filter((page) => actionOf(page, 'export', 'export')?.place === place).map(({ id }) => id)
}

/**
 * Who may have a file with whole mobile numbers and the like: who holds `plain` of all exports; where the files of the list have a page of
 * their own, who may ask for them there.
 */
export function mayHavePlain(actor: Actor, page: Pick<Page, 'actions'>): boolean {
  const place = actionOf(page, 'export', 'export')?.place
  return can(actor, place ? `${place}/add` : everything.plain)
}
