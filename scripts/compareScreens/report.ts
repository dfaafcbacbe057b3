import type { Comparison, Count } from './comparison.ts'
import { parts } from './names.ts'

/** The table of all screens, what is worded otherwise when that is asked for, and what lacks. */
export function report(found: Comparison, chapters: ReadonlyMap<string, Count>, withReworded: boolean): string {
  const figure = ({ has, of }: Count) => (of === 0 ? '–' : `${has}/${of}`)
  const rows = [...found.screens].map(([id, counts]) => [id, ...parts.map((part) => figure(counts[part]))])
  const sums = parts.map((part) =>
    figure([...found.screens.values()].reduce((sum, counts) => addUp(sum, counts[part]), { has: 0, of: 0 })),
  )
  const whole = [...chapters].map(([name, count]) => `${name}: ${figure(count)}`).join(', ')
  const reworded = found.reworded.map(({ name, listed, now }) => `${name}: ${listed} → ${now}`)
  return [
    ...aligned([['screen', ...parts], ...rows, [`${rows.length} screens`, ...sums]]),
    `${whole}, reworded: ${reworded.length}`,
    ...(withReworded ? ['', 'Reworded:', ...reworded] : []),
    '',
    found.lacking.length === 0 ? 'Nothing lacks.' : `${found.lacking.length} lack:`,
    ...found.lacking,
  ].join('\n')
}

const addUp = (one: Count, other: Count): Count => ({ has: one.has + other.has, of: one.of + other.of })

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
