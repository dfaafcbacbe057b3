import { importLimits } from '../../../../schemas/api/importing.ts'
import { countText } from '../../../ui/countText.ts'

type T = (key: string, params?: Readonly<Record<string, string | number>>) => string

const mb = 1024 ** 2

/** Which files are taken, and how large they may be. */
export function mainLimits(bytes: number, t: T): string {
  const { rows, atOnce } = importLimits
  return t('ui.import.limits', { mb: Number((bytes / mb).toFixed(2)), rows: countText(rows), n: atOnce })
}

/** What else a file may be. */
export function ImportLimits({ t }: { t: T }) {
  const { columns, cell, line, unpacked, texts, whole, together, faults, stray, drafts, days, kept } = importLimits
  const said = {
    limitsOfCells: { columns: countText(columns), cell: countText(cell), line: countText(line) },
    limitsOfBooks: { unpacked: countText(unpacked / mb), texts: countText(texts / mb) },
    limitsOfLines: { whole: countText(whole), together: countText(together) },
    limitsOfFaults: { faults: countText(faults), stray: countText(stray) },
    limitsOfFiles: { drafts, days, gb: kept / 1024 / mb },
  }
  return (
    <ul className="k-help s-import-limits">
      {Object.entries(said).map(([name, params]) => (
        <li key={name}>{t(`ui.import.${name}`, params)}</li>
      ))}
    </ul>
  )
}
