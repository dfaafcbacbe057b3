import type { ColumnLink } from '../list/table.ts'

/** Facts of the record. */
export interface FieldsSection {
  name: string
  as: 'fields'
  fields: readonly string[]
  /** The values can be copied together. */
  copy?: true
}

/**
 * Rows of a relation; `links` are the ways that their values lead, by field, with filters from the related row. Of more than `limit` the first
 * are shown, and `more` leads to the list of all, with filters from the record.
 */
export interface RowsSection {
  name: string
  as: 'table' | 'timeline'
  relation: string
  fields: readonly string[]
  links: Readonly<Record<string, ColumnLink>>
  /** By field: the one of the related row whose address the value opens. */
  urls: Readonly<Record<string, string>>
  limit?: number
  more?: ColumnLink
}

/** Two texts of the record, the first as it was before, with what differs marked. */
export interface DifferenceSection {
  name: string
  as: 'difference'
  fields: readonly [before: string, after: string]
}

/** A computed field whose value is a list of records of other screens: `[{ page, key, title, note }]`. */
export interface LinksSection {
  name: string
  as: 'links'
  fields: readonly [string]
}

/** What can be done with the record now, and why the rest cannot. */
export interface ActionsSection {
  name: string
  as: 'actions'
  fields: readonly []
  actions: readonly string[]
}

/** One part of the read-only view of a record, told apart by `as`. Each kind has its file in `kinds`. */
export type DetailSection = FieldsSection | RowsSection | DifferenceSection | LinksSection | ActionsSection

/** The section that says `as` this, for tables with a row for each. */
export type SectionOf<As extends DetailSection['as'], Section extends DetailSection = DetailSection> = Section extends unknown
  ? As extends Section['as']
    ? Section
    : never
  : never

/** Does a section show rows of a relation? Of a record's view, or of a print, whose sections are of the same two kinds. */
export function isRowsSection<Section extends { as: string }>(
  section: Section,
): section is Extract<Section, { relation: string }> {
  return section.as === 'table' || section.as === 'timeline'
}

/** Fields of the record that a section shows. */
export function fieldsOfSection(section: DetailSection): readonly string[] {
  return isRowsSection(section) ? [] : section.fields
}
