import { importLimits } from '../../../../schemas/api/importing.ts'

export interface ImportLimitsProps {
  /** Of a file. */
  bytes: number
  t(key: string, params?: Readonly<Record<string, string | number>>): string
}

const mb = 1024 ** 2

/** What a file may be. */
export function ImportLimits({ bytes, t }: ImportLimitsProps) {
  const { rows, atOnce, columns, cell, line, unpacked, texts, whole, together, faults, stray, drafts, days, kept } = importLimits
  const n = (value: number) => value.toLocaleString('en-US')
  const said = {
    limitsOfCells: { columns: n(columns), cell: n(cell), line: n(line) },
    limitsOfBooks: { unpacked: n(unpacked / mb), texts: n(texts / mb) },
    limitsOfLines: { whole: n(whole), together: n(together) },
    limitsOfFaults: { faults: n(faults), stray: n(stray) },
    limitsOfFiles: { drafts, days, gb: kept / 1024 / mb },
  }
  return (
    <div>
      <p>{t('ui.import.limits', { mb: Number((bytes / mb).toFixed(2)), rows: n(rows), n: atOnce })}</p>
      <ul className="k-help s-import-limits">
        {Object.entries(said).map(([name, params]) => (
          <li key={name}>{t(`ui.import.${name}`, params)}</li>
        ))}
      </ul>
    </div>
  )
}
