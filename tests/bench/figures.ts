/** One line of the report. `target` is what the project wants to reach on a machine with two cores. */
export type Figure = { name: string; value: number; unit: string; target?: number; atLeast?: boolean; note?: string }

/** The middle value; for an even count the upper of the two. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The report as text: name, value, target and whether it is reached. */
export function report(figures: Figure[]): string {
  const rows = figures.map((each) => {
    const target = each.target === undefined ? '' : `${each.atLeast ? '≥' : '≤'} ${format(each.target)} ${each.unit}`
    const reached =
      each.target === undefined
        ? ''
        : (each.atLeast ? each.value >= each.target : each.value <= each.target)
          ? 'reached'
          : 'MISSED'
    return [each.name, `${format(each.value)} ${each.unit}`, target, reached, each.note ?? '']
  })
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const format = (value: number) => (Math.round(value * digits(value)) / digits(value)).toLocaleString('en')
const digits = (value: number) => (value >= 100 ? 1 : value >= 10 ? 10 : 100)
const pad = (text: string, width: number, column: number) => (column === 1 ? text.padStart(width) : text.padEnd(width))
