import type { DetailSection, FieldsSection, SumSection } from '../../../schemas/language/detail/section.ts'
import type { FormSection } from '../../../schemas/language/form/form.ts'
import type { Column } from '../../../schemas/language/list/table.ts'
import type { Page } from '../../../schemas/language/page.ts'
import { namesIn, type TableFacts } from './facts.ts'

/** Does that server have this field, and with `search`, can it filter and sort by it? */
export function knownBy(facts: TableFacts): (field: string, use?: 'search') => boolean {
  const columns = new Set(namesIn(facts.columns))
  const shown = new Set([...columns, ...namesIn(facts.computed), ...Object.keys(facts.joined ?? {})])
  return (field, use) => {
    const [name = '', inner] = field.split('.')
    const isJoined = inner !== undefined && namesIn(facts.joined?.[name]).includes(inner)
    if (use === 'search') return !facts.plain && (isJoined || (inner === undefined && columns.has(name)))
    return inner === undefined ? shown.has(name) : isJoined
  }
}

/** The page without what only Kontor's server answers: named filters and the tabs over them, figures, deleted rows, sheets. */
export function withoutOwn(page: Page): Page {
  const { table } = page
  const preset = Object.entries(table.preset).filter(([name]) => !Object.hasOwn(table.filters, name))
  const named = table.tabs !== null && 'filters' in table.tabs
  return {
    ...page,
    table: {
      ...table,
      preset: Object.fromEntries(preset),
      filters: {},
      tabs: named ? null : table.tabs,
      summary: [],
      sheets: {},
      deleted: [],
    },
  }
}

/** The page with the fields of its table there and no others. */
export function withFacts(page: Page, facts: TableFacts): Page {
  const knows = knownBy(facts)
  const keeps = (field: string) => knows(field) || page.fields[field]?.secret === true
  const searched = (field: string) => knows(field, 'search')
  const { table } = page
  return {
    ...page,
    fields: Object.fromEntries(Object.entries(page.fields).filter(([name]) => keeps(name))),
    table: {
      ...table,
      columns: table.columns.flatMap((column) => (keeps(column.field) ? [columnOf(column, keeps, searched)] : [])),
      search: table.search.filter(({ field }) => searched(field)),
      preset: Object.fromEntries(Object.entries(table.preset).filter(([name]) => searched(name))),
      tabs: table.tabs && 'field' in table.tabs && searched(table.tabs.field) ? table.tabs : null,
      quickSearch: namesIn(facts.quickSearch),
    },
    form: { ...page.form, sections: sectionsOf(page.form.sections, keeps) },
    detail: page.detail?.flatMap((section) => keeping[section.as].keep(section, keeps)) ?? null,
  }
}

function columnOf(column: Column, keeps: (field: string) => boolean, searched: (field: string) => boolean): Column {
  return { ...column, sortable: column.sortable && searched(column.field), secondary: column.secondary.filter(keeps) }
}

function sectionsOf(sections: readonly FormSection[], keeps: (field: string) => boolean): FormSection[] {
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter(keeps) }))
    .filter((section) => section.fields.length > 0)
}

interface Keeping {
  keep(section: DetailSection, keeps: (field: string) => boolean): DetailSection[]
}
const nothing: Keeping = { keep: () => [] }

/** What remains of a section, by its kind; rows of relations and lists of places are read by calls that are Kontor's own. */
const keeping: Readonly<Record<DetailSection['as'], Keeping>> = {
  fields: {
    keep(section: FieldsSection, keeps) {
      const fields = section.fields.filter(keeps)
      return fields.length > 0 ? [{ ...section, fields }] : []
    },
  },
  // Amounts add up only together.
  sum: {
    keep(section: SumSection, keeps) {
      if (![...section.lines.map(({ field }) => field), section.total].every(keeps)) return []
      const lines = section.lines.map(({ note, ...line }) => (note !== undefined && keeps(note) ? { ...line, note } : line))
      return [{ ...section, lines, below: section.below.filter(keeps), fields: section.fields.filter(keeps) }]
    },
  },
  difference: { keep: (section, keeps) => (section.fields.every(keeps) ? [section] : []) },
  actions: { keep: (section) => [section] },
  table: nothing,
  timeline: nothing,
  links: nothing,
}
