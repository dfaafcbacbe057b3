import { applyEdits, modify } from 'jsonc-parser'
import type { MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import { prettyJson } from '../emit/json.ts'

/** A directory of the menu and the entries below it. */
export interface MenuDirectory {
  name: string
  title: string
  title_en: string
  icon: string
  entries: readonly string[]
}

/** An entry that a screen has. */
export interface MenuEntry {
  name: string
  title: string
  title_en: string
  icon: string
  buttons: readonly string[]
}

/**
 * The text of the menu with the screens' rules and the directories they need: only what changes is touched. A rule that is there already keeps
 * its place and its words, and gets the buttons it lacks.
 */
export function menuText(text: string, entries: readonly MenuEntry[], directories: readonly MenuDirectory[]): string {
  const there = JSON.parse(text) as MenuSeed[]
  const byName = new Map(there.map((rule, at) => [rule.name, { rule, at }]))
  let out = text
  const added: MenuSeed[] = []
  const isNew = (name: string) => !byName.has(name)
  for (const directory of directories) {
    const below = entries.filter(({ name }) => directory.entries.includes(name) && isNew(name))
    const { name, title, title_en, icon } = directory
    if (below.length > 0 && isNew(name)) added.push({ type: 'menu_dir', name, title, title_en, icon } as MenuSeed)
    added.push(...below.map((entry) => ruleOf(entry, name)))
  }
  const placed = new Set(added.map(({ name }) => name))
  for (const entry of entries) {
    const found = byName.get(entry.name)
    if (!found && !placed.has(entry.name)) {
      const above = entry.name.split('/').slice(0, -1).join('/')
      added.push(ruleOf(entry, byName.get(above)?.rule.type === 'menu_dir' ? above : undefined))
    }
    if (!found) continue
    if (found.rule.type !== 'menu')
      throw new Error(`the menu has a ${found.rule.type} called "${entry.name}" already; rename it before generating this screen`)
    const buttons = [...new Set([...(found.rule.buttons ?? []), ...entry.buttons])]
    if (buttons.length !== found.rule.buttons?.length) out = applyEdits(out, modify(out, [found.at, 'buttons'], buttons, {}))
  }
  if (added.length === 0) return out
  const written = prettyJson(added).slice(1, -2).trimEnd() // as members of a list, indented
  return out.replace(/\s*\]\s*$/, `${there.length > 0 ? ',' : ''}${written.startsWith('\n') ? '' : '\n  '}${written}\n]\n`)
}

function ruleOf(entry: MenuEntry, parent: string | undefined): MenuSeed {
  const { name, ...rest } = entry
  return { type: 'menu', name, ...(parent === undefined ? {} : { parent }), ...rest } as MenuSeed
}
