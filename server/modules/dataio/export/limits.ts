import { exportDays, exportRows, exportsAtOnce } from '../../../../src/schemas/api/exporting.ts'

const day = 86_400

/** What bounds exports; rows and how many at once are said on the screen (decision 43). */
export const exportLimits = {
  rows: exportRows,
  atOnce: exportsAtOnce,
  /** Seconds that a file is kept. */
  keep: exportDays * day,
} as const
