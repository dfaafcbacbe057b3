import type { Page } from '../../src/schemas/language/page.ts'
import { actorOf, type Context } from '../core/context.ts'

/** Screens of the area the person works in. */
export function pagesOf(ctx: Context): Page[] {
  const { area } = actorOf(ctx)
  return [...ctx.schema.pages.values()].filter((page) => page.area === area)
}

/** The title of a screen, in the language of the person. */
export function titleOf(ctx: Context, page: Page): string {
  return ctx.schema.words.text(ctx.lang, page.id, 'title')
}

/** A word of a screen, in the language of the person; undefined where it has none. */
export function wordOf(ctx: Context, page: Page, key: string): string | undefined {
  const text = ctx.schema.words.text(ctx.lang, page.id, key)
  return text === key ? undefined : text
}
