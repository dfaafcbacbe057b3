import { isUnderWay, type ListImport } from '../../../../runtime/dataio/imports.ts'
import { type ImportFault, type ImportNews, importStatus } from '../../../../schemas/api/importing.ts'
import { startDownload } from '../../../download.ts'
import { scrolledByKeys } from '../../../scrolled.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'

export interface ImportResultProps {
  made: ListImport
  news: ImportNews
  t(key: string, params?: Readonly<Record<string, string | number>>): string
}

/** How far a check or a run is, what it came to, and what is wrong with which lines. */
export function ImportResult({ made, news, t }: ImportResultProps) {
  const { status, progress, faults, report } = news
  const value = isUnderWay(news) ? progress : 100
  const fetchReport = async () => {
    const address = await made.report()
    if (address !== null) startDownload(address)
  }
  return (
    <div className="s-export">
      <div className="s-export-bar">
        <progress max={100} value={value} aria-label={t('ui.import.progress')} />
        <span>{value}%</span>
      </div>
      <p role="status" className={status === importStatus.failed ? 'k-error' : undefined}>
        {stateText(news, t)}
      </p>
      {faults.length > 0 && <Faults faults={faults} t={t} />}
      {report && !isUnderWay(news) && (
        <div>
          <Button icon="download" size="small" onClick={() => void fetchReport()}>
            {t('ui.import.report')}
          </Button>
        </div>
      )}
    </div>
  )
}

const shown = 100

function Faults({ faults, t }: { faults: readonly ImportFault[]; t: ImportResultProps['t'] }) {
  return (
    <>
      <section className="s-import-faults" aria-label={t('ui.import.faults')} {...scrolledByKeys}>
        <table>
          <thead>
            <tr>
              {['line', 'field', 'value', 'message'].map((name) => (
                <th key={name} scope="col">
                  {t(`ui.import.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, field, title, value, message }) => (
              <tr key={`${line} ${field}`}>
                <td>{line}</td>
                <td>{title}</td>
                <td>{value}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {faults.length >= shown && <p className="k-help">{t('ui.import.more', { n: shown })}</p>}
    </>
  )
}

function stateText(
  { status, done, total, inserted, updated, skipped, failed, error }: ImportNews,
  t: ImportResultProps['t'],
): string {
  const params = {
    done: countText(done),
    total: countText(total),
    inserted: countText(inserted),
    updated: countText(updated),
    failed: countText(failed),
    error,
  }
  const text = t(`ui.import.state.${status}`, params)
  return skipped > 0 ? `${text} ${t('ui.import.skipped', { n: countText(skipped) })}` : text
}
