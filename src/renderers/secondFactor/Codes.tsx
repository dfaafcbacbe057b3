import type { LoadedPage } from '../../runtime/page.ts'
import { startDownload } from '../download.ts'
import { Button } from '../ui/Button.tsx'
import { Copy } from './Copy.tsx'

interface CodesProps {
  t: LoadedPage['t']
  /** Whose they are, for the file. */
  name: string
  codes: readonly string[]
}

/** The recovery codes, this once: to be read, copied, or kept as a file. */
export function Codes({ t, name, codes }: CodesProps) {
  const download = () => {
    const head = `Kontor · ${t('second-factor.codes')} · ${name}`
    const url = URL.createObjectURL(new Blob([`${[head, '', ...codes].join('\n')}\n`], { type: 'text/plain;charset=utf-8' }))
    startDownload(url, t('second-factor.file'))
    URL.revokeObjectURL(url)
  }
  return (
    <>
      <p>{t('second-factor.codesText')}</p>
      <ol className="sf-codes" aria-label={t('second-factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="sf-line">
        <Button icon="download" size="small" onClick={download}>
          {t('second-factor.download')}
        </Button>
        <Copy t={t} text={codes.join('\n')} />
      </div>
    </>
  )
}
