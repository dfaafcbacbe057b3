import type { Schema } from '../../../codegen/schema/schema.ts'
import type { MenuSeed } from '../../../src/schemas/language/menu/menu.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'

/** A screen of the back office that has help. */
export interface Topic {
  /** Its address below /docs/: that of its menu entry. */
  path: string
  title: string
  page: Page
}

/** Screens below one entry of the menu; without a title those at its top. */
export interface TopicGroup {
  title: string
  topics: readonly Topic[]
}

const titleOf = (entry: MenuSeed, lang: Locale): string => (lang === 'en' ? entry.title_en : entry.title)

/** The screens in the order of the menu. Entries that the menu does not show have none. */
export function topicGroups({ menus, pages }: Schema, lang: Locale): TopicGroup[] {
  const topicOf = (entry: MenuSeed): Topic[] => {
    const page = entry.component === undefined || entry.status === 0 ? undefined : pages.get(entry.component)
    return page ? [{ path: entry.path ?? entry.name, title: titleOf(entry, lang), page }] : []
  }
  const below = (parent: string | undefined) => menus.admin.filter((entry) => entry.parent === parent)
  const groupOf = (title: string, entries: readonly MenuSeed[]): TopicGroup => ({ title, topics: entries.flatMap(topicOf) })
  const branches = (parent: string | undefined, above: string): TopicGroup[] =>
    below(parent)
      .filter(({ type }) => type === 'menu_dir')
      .flatMap((entry) => {
        const title = above === '' ? titleOf(entry, lang) : `${above} / ${titleOf(entry, lang)}`
        return [groupOf(title, below(entry.name)), ...branches(entry.name, title)]
      })
  return [groupOf('', below(undefined)), ...branches(undefined, '')].filter(({ topics }) => topics.length > 0)
}

/** The screen at this address below /docs/; undefined: there is none. */
export function findTopic(groups: readonly TopicGroup[], path: string): Topic | undefined {
  return groups.flatMap(({ topics }) => topics).find((topic) => topic.path === path)
}
