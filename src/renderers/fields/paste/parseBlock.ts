import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** Lines and cells of a block that was copied in a spreadsheet: parted by tabs, quoted where a cell holds tabs or lines. */
export function parseBlock(text: string): string[][] {
  try {
    return parse(text, { delimiter: '\t', relax_quotes: true, relax_column_count: true, skip_empty_lines: false })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quotation mark that is only a sign, such as that of inches.
    return text
      .replace(/\r?\n$/, '')
      .split(/\r\n|\r|\n/)
      .map((line) => line.split('\t'))
  }
}
