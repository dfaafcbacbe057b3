import type { Field } from '../../field.ts'
import type { ColumnLink } from '../list/table.ts'

/** What every section has. */
interface BaseSection {
  name: string
  /** In a wide window it is beside the other sections, not below them. */
  side?: true
}

/** Facts of the record. */
export interface FieldsSection extends BaseSection {
  as: 'fields'
  fields: readonly string[]
  /** The values can be copied together. */
  copy?: true
}

/**
 * Rows of a relation; `links` are the ways that their values lead, by field, with filters from the related row. Of more than `limit` the first
 * are shown, and `more` leads to the list of all, with filters from the record.
 */
export interface RowsSection extends BaseSection {
  as: 'table' | 'timeline'
  relation: string
  fields: readonly string[]
  links: Readonly<Record<string, ColumnLink>>
  /** By field: the one of the related row whose address the value opens. */
  urls: Readonly<Record<string, string>>
  limit?: number
  more?: ColumnLink
  /** Fields whose column is there even where no row has a value other than 0. */
  always?: readonly string[]
  /** The action by whose form a remark is written above the timeline. */
  compose?: string
}

/** Amounts of the record that add up to another one. */
export interface SumSection extends BaseSection {
  as: 'sum'
  /** Every field that is shown, the total and those below it included. */
  fields: readonly string[]
  lines: readonly SumLine[]
  total: string
  /** Amounts below the total, such as what was given back of it. */
  below: readonly string[]
}

export interface SumLine {
  field: string
  /** It is taken off. */
  minus?: true
  /** The field whose value says more about the line, such as the code of a coupon. */
  note?: string
}

/** Two texts of the record, the first as it was before, with what differs marked. */
export interface DifferenceSection extends BaseSection {
  as: 'difference'
  fields: readonly [before: string, after: string]
}

/** A computed field whose value is a list of records of other screens: `[{ page, key, title, note }]`. */
export interface LinksSection extends BaseSection {
  as: 'links'
  fields: readonly [string]
}

/** What can be done with the record; what is not possible now says why. */
export interface ActionsSection extends BaseSection {
  as: 'actions'
  fields: readonly []
  actions: readonly string[]
}

/** One part of the read-only view of a record, told apart by `as`. Each kind has its file in `kinds`. */
export type DetailSection = FieldsSection | RowsSection | SumSection | DifferenceSection | LinksSection | ActionsSection

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

/** The one text of an action, which is written above a timeline. */
export function composedField({ fields }: { fields: Readonly<Record<string, Field>> }): Field | undefined {
  const texts = Object.values(fields).filter(({ kind }) => kind === 'textarea')
  return texts.length === 1 ? texts[0] : undefined
}
