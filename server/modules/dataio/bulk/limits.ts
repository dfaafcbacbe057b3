import { bulkAtOnce, bulkDays, bulkRows } from '../../../../src/schemas/api/bulk.ts'

/** What bounds bulk changes. */
export const bulkLimits = {
  rows: bulkRows,
  atOnce: bulkAtOnce,
  /** Seconds that the records of one are kept, and those of a review that nobody started. */
  keep: bulkDays * 86_400,
  reviewed: 3600,
  /** Milliseconds that a review tries records for, and how many in one transaction. */
  tryFor: 1500,
  triedAtOnce: 50,
  /** Reasons, and records, that are shown; the file has all. */
  reasons: 10,
  sample: 5,
  left: 100,
} as const
