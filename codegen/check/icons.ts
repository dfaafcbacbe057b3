import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { iconName } from '../../src/schemas/buildadmin/icons.ts'
import { suggest } from '../../src/schemas/language/issue.ts'
import type { Rule } from './check.ts'

/** The names that PrimeIcons has, read once from its style sheet, which is what draws them. */
function knownIcons(): ReadonlySet<string> {
  known ??= new Set(
    Array.from(
      readFileSync(createRequire(import.meta.url).resolve('primeicons/primeicons.css'), 'utf8').matchAll(
        /\.pi-([a-z0-9-]+):before/g,
      ),
    ).map(([, name = '']) => name),
  )
  return known
}
let known: Set<string> | undefined

/** What is wrong with the name of an icon, and the nearest that there is; undefined for one that can be drawn. */
export function iconFault(text: string): { what: string; fix: string } | undefined {
  const isForeign = /^\s*(?:fa[ -]|el-icon-|iconfont |local-)/i.test(text)
  const name = isForeign ? iconName(text) : text.replace(/^\s*(?:pi )?(?:pi-)?/i, '').trim()
  if (knownIcons().has(name)) return undefined
  return { what: `there is no icon "${text}"`, fix: suggest(name, [...knownIcons()]) }
}

/** Every button has an icon that can be drawn. */
export const icons: Rule = {
  name: 'icons',
  why: '',
  page: (page, report) => {
    for (const { name, icon } of Object.values(page.actions)) {
      const fault = iconFault(icon)
      if (fault) report(['actions', name, 'icon'], fault.what, fault.fix)
    }
  },
}
