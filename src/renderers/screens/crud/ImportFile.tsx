import { useState } from 'react'
import type { ListImport } from '../../../runtime/crud/imports.ts'
import { type ImportForm, importEncodings, importLimits } from '../../../schemas/language/importing.ts'
import { startDownload } from '../../download.ts'
import { Button } from '../../ui/Button.tsx'
import { DropZone } from '../../ui/DropZone.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { useValue } from '../../useValue.ts'

export interface ImportFileProps {
  made: ListImport
  form: ImportForm | null
  /** What the list is called. */
  title: string
  t(key: string, params?: Readonly<Record<string, string | number>>): string
}

/** Asks for the file. */
export function ImportFile({ made, form, title, t }: ImportFileProps) {
  const busy = useValue(made.state, (s) => s.busy)
  const [encoding, setEncoding] = useState<string>('auto')
  const send = ([file]: File[]) => {
    if (file) void made.send(file, encoding)
  }
  const template = () => {
    const url = URL.createObjectURL(new Blob([form?.template ?? ''], { type: 'text/csv' }))
    startDownload(url, `${title} ${t('ui.import.templateName')}.csv`)
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  const mb = importLimits.bytes / 1024 / 1024
  return (
    <div className="s-export">
      <p>{t('ui.import.limits', { mb, rows: importLimits.rows.toLocaleString('en-US') })}</p>
      <Field label={t('ui.import.encoding')}>
        {(control) => (
          <RadioGroup
            {...control}
            label={t('ui.import.encoding')}
            value={encoding}
            onChange={(value) => setEncoding(String(value))}
            options={importEncodings.map((value) => ({ value, label: t(`ui.import.encodings.${value}`) }))}
          />
        )}
      </Field>
      <DropZone
        label={t('ui.import.choose')}
        hint={t('ui.import.drop')}
        accept=".csv,.txt,.xlsx"
        disabled={busy || form === null}
        onFiles={send}
      >
        <Button look="link" size="small" icon="download" disabled={form === null} onClick={template}>
          {t('ui.import.template')}
        </Button>
      </DropZone>
    </div>
  )
}
