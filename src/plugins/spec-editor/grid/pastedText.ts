import type { Pasted } from '../model/cells.ts'
import type { SheetColumn } from '../model/sheet.ts'
import { columnTitle, rowTitle, type Say } from '../words.ts'
import type { SpecGridProps } from './SpecGrid.tsx'

/** What a paste did, in words: places of what it could not use, at most three. */
export function pastedText(
  { say, sheet, texts }: Pick<SpecGridProps, 'say' | 'sheet' | 'texts'>,
  { cells, wrong, rowsBeyond, columnsBeyond, refused }: Pasted,
): string {
  const name = ({ row, column }: { row: number; column: SheetColumn }, tell: Say) => {
    const found = sheet.rows.find(({ key }) => key === row)
    return found ? `${rowTitle(tell, sheet, texts, found)} – ${columnTitle(tell, column)}` : ''
  }
  return [
    say('pasted', { count: cells }),
    wrong > 0 ? say('pastedWrong', { count: wrong }) : '',
    rowsBeyond > 0 ? say('rowsBeyond', { count: rowsBeyond }) : '',
    columnsBeyond > 0 ? say('columnsBeyond', { count: columnsBeyond }) : '',
    refused.length > 0
      ? say('refused', {
          count: refused.length,
          places: `${refused
            .slice(0, 3)
            .map((each) => name(each, say))
            .join('; ')}${refused.length > 3 ? ' …' : ''}`,
        })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
