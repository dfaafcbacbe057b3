import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { PageCode } from '../domain.ts'
import { makeScreen, type Screen } from './screen.ts'

/** By schema, and by what belongs to its screens. */
const known = new WeakMap<Schema, WeakMap<PageCode['screenHooks'], Map<Page, Screen>>>()

/** The screen of a page, made once for all who ask for it with the same schema and code. */
export function screenOf(page: Page, schema: Schema, code: PageCode): Screen {
  const ofSchema = known.get(schema) ?? new WeakMap<PageCode['screenHooks'], Map<Page, Screen>>()
  known.set(schema, ofSchema)
  const screens = ofSchema.get(code.screenHooks) ?? new Map<Page, Screen>()
  ofSchema.set(code.screenHooks, screens)
  const before = screens.get(page)
  if (before?.rowActions === code.rowActions && before.notify === code.notify) return before
  const screen = makeScreen(page, schema, code)
  screens.set(page, screen)
  return screen
}
