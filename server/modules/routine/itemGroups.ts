import type { OptionSource } from '../../crud/domain.ts'
import { fixedTabs, readGroups } from '../../crud/keyValue/groups.ts'

/** The tabs of the called form that further fields can be made on: its own, then those that people made. */
export const itemGroups: OptionSource = async (ctx) => {
  const { controller } = ctx.handler
  const page = [...ctx.schema.pages.values()].find((each) => each.area === 'admin' && each.controller === controller)
  if (!page) return []
  const own = fixedTabs(page).map((value) => ({ value, label: ctx.schema.words.text(ctx.lang, page.id, `tabs.${value}`) }))
  const made = (await readGroups(ctx.read, ctx.schema, page)).map(({ key, value }) => ({ value: key, label: value }))
  return [...own, ...made].map((choice) => ({ ...choice, mayTake: true }))
}
