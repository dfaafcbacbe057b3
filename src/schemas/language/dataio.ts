/** Rows of one export at most. */
export const exportRows = 2_000_000
/** Exports of one person that wait or run at once. */
export const exportsAtOnce = 2
/** Days that the file of an export is kept. */
export const exportDays = 7
/** Kinds of files that a list is exported to. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]
