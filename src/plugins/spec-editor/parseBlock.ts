import { parse } from 'csv-parse/browser/esm/sync'

/** Lines and cells of a block that was copied in a spreadsheet: parted by tabs, quoted where a cell holds tabs or lines. */
export function parseBlock(text: string): string[][] {
  return parse(text, { delimiter: '\t', relax_quotes: true, relax_column_count: true, skip_empty_lines: false })
}
