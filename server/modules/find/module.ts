import type { InitialsAnswer } from '../../../src/schemas/api/find.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { screenOf } from '../../crud/screen/screens.ts'
import { defineModule } from '../module.ts'
import { find as findRecords } from './find.ts'
import { initialsOf, isChinese } from './initials.ts'
import { createNameIndex } from './nameIndex.ts'
import { findablePages, recordPages } from './pages.ts'
import { recent, type Screens, visit } from './recent.ts'

const ajax = { app: 'admin', controller: 'ajax', method: 'GET', access: { type: 'login' } } as const satisfies Partial<Handler>

/** Records of all screens by their names, for the palette. */
export const find = defineModule({
  name: 'find',
  handlers: ({ schema, domains }) => {
    const screens = findablePages(schema).map((page) => screenOf(page, schema, domains))
    const byInitials = createNameIndex()
    const shown: Screens = new Map(recordPages(schema).map((page) => [page.id, screenOf(page, schema, domains)]))
    return [
      { ...ajax, action: 'find', run: (ctx) => findRecords({ screens, byInitials }, ctx) },
      { ...ajax, action: 'initials', run: async (ctx) => initials(ctx) },
      { ...ajax, action: 'recent', run: (ctx) => recent(shown, ctx) },
      { ...ajax, action: 'visit', method: 'POST', run: (ctx) => visit(shown, ctx), isUnlogged: true },
    ]
  },
})

/** The initials of the menu's Chinese titles; menus may be renamed by their owner, so these come from the rules in the database. */
async function initials(ctx: Context): Promise<InitialsAnswer> {
  actorOf(ctx)
  const rules = await ctx.read.selectFrom('admin_rule').select('title').execute()
  const titles = [...new Set(rules.map(({ title }) => String(title)))].filter(isChinese)
  return Object.fromEntries(titles.map((title) => [title, initialsOf(title)]))
}
