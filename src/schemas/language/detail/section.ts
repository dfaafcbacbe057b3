import type { ColumnLink } from '../list/table.ts'

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

/** One part of the read-only view of a record: fields, what differs between two of them, or the rows of a relation as a table or a timeline. */
export type DetailSection =
  | { name: string; as: 'fields'; fields: readonly string[]; copy?: true }
  | RowsSection
  /** Two texts of the record, the first as it was before, with what differs marked. */
  | { name: string; as: 'difference'; fields: readonly [before: string, after: string] }
  /** A computed field whose value is a list of records of other screens: `[{ page, key, title, note }]`. */
  | { name: string; as: 'links'; fields: readonly [string] }
  /** What can be done with the record now, and why the rest cannot. */
  | { name: string; as: 'actions'; fields: readonly []; actions: readonly string[] }
