import type { LineRow } from '../order/row.ts'

/** A line of an order as forms name it. */
export function nameOf(line: Pick<LineRow, 'name' | 'spec_text'>): string {
  return [line.name, line.spec_text].filter(Boolean).join(' ')
}
