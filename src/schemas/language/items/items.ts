import type { Field } from '../../field.ts'
import type { Entity } from '../entity/entity.ts'
import type { Form, FormSection } from '../form/form.ts'
import type { WordMap } from '../words.ts'

/** A form field added by a user at run time. Its label is in its row, not in the page (decision 34). */
export interface FormItem {
  /** Key of its row. */
  id: number
  /** Its tab; '' where the form has none. */
  group: string
  /** As the field parser returned it: validated like fields of pages. */
  field: Field
  /** Its words, by what follows `fields.<name>.`: label, help, options.<value>. */
  words: WordMap
}

/** What a page has for items: their table, and the field whose rows of key and title are further tabs for them. */
export interface ItemsOf {
  table: string
  groups: string | null
}

/** A tab that people made for items: its name and its title. */
export interface ItemGroup {
  key: string
  value: string
}

/** The actions that a page with `items` has besides its own. */
export const itemActions = { add: 'addItem', delete: 'deleteItem' } as const

/** The parts of a page that items are added to. */
interface ItemsPage {
  entity: Entity
  fields: Readonly<Record<string, Field>>
  form: Form
}

/**
 * The page with these items among its fields, each at the end of its tab, and with these groups as further tabs; an item whose name or tab
 * the page uses otherwise is left out.
 */
export function withItems<Own extends ItemsPage>(page: Own, items: readonly FormItem[], groups: readonly ItemGroup[]): Own {
  const tabs = new Set([...page.form.sections.map(({ tab }) => tab ?? ''), ...groups.map(({ key }) => key)])
  const shown = items.filter(({ field, group }) => !Object.hasOwn(page.fields, field.name) && tabs.has(group))
  if (shown.length === 0 && groups.length === 0) return page
  const fields = { ...page.fields, ...Object.fromEntries(shown.map(({ field }) => [field.name, field])) }
  const sections = [...tabs].flatMap((tab) => {
    const own = page.form.sections.filter((part) => (part.tab ?? '') === tab)
    return withNames(
      own,
      tab,
      shown.flatMap(({ field, group }) => (group === tab ? [field.name] : [])),
    )
  })
  return { ...page, entity: { ...page.entity, fields }, fields, form: { ...page.form, sections } }
}

/** The names at the end of a tab's content, without a heading. */
function withNames(sections: readonly FormSection[], tab: string, names: readonly string[]): FormSection[] {
  if (sections.length > 0 && names.length === 0) return [...sections]
  const plain = sections.find(({ name }) => name === '')
  if (!plain) return [...sections, { name: '', fields: names, ...(tab ? { tab } : {}) }]
  return sections.map((part) => (part === plain ? { ...part, fields: [...part.fields, ...names] } : part))
}

/** The words of items and groups under the keys of the page: `fields.<name>.label`, `tabs.<key>`. */
export function itemWords(items: readonly FormItem[], groups: readonly ItemGroup[]): WordMap {
  return Object.fromEntries([
    ...groups.map(({ key, value }) => [`tabs.${key}`, value]),
    ...items.flatMap(({ field, words }) => Object.entries(words).map(([key, text]) => [`fields.${field.name}.${key}`, text])),
  ])
}
