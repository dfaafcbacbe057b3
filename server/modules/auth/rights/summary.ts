import type { Context } from '../../../core/context.ts'

/** Rights in a few words for a list: `Dashboard and others, 59 in all`, as BuildAdmin's lists have it; `everything` is the word for `*`. */
export function rulesSummary(
  ctx: Context,
  rules: ReadonlyMap<string, { id: string; pid: string; title: string; titleEn: string }>,
  held: readonly string[],
  everything = 'authority.super',
): string {
  if (held.includes('*')) return ctx.text(everything)
  const ids = new Set(held)
  const known = [...rules.values()].filter((rule) => ids.has(rule.id))
  const first = known.find((rule) => rule.pid === '0') ?? known[0]
  if (!first) return ctx.text('authority.none')
  const title = (ctx.lang === 'en' && first.titleEn) || first.title
  return known.length === 1 ? title : ctx.text('authority.rules', { title, count: known.length })
}
