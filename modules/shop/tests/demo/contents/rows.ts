/** Runs SQL in the demo shop under test and returns the rows. */
export type Rows = (sql: string) => Promise<Record<string, unknown>[]>
