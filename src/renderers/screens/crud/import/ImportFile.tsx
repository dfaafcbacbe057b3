import { useState } from 'react'
import type { ImportReading, ListImport } from '../../../../runtime/dataio/imports.ts'
import { type ImportForm, importDelimiters, importEncodings, importLimits } from '../../../../schemas/api/importing.ts'
import { keysOf } from '../../../../schemas/keysOf.ts'
import { startDownload } from '../../../download.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx'
import { DropZone } from '../../../ui/inputs/DropZone.tsx'
import { Field } from '../../../ui/inputs/Field.tsx'
import { RadioGroup } from '../../../ui/inputs/RadioGroup.tsx'
import { useValue } from '../../../useValue.ts'
import { ImportLimits, mainLimits } from './ImportLimits.tsx'

export interface ImportFileProps {
  made: ListImport
  form: ImportForm | null
  /** What the list is called. */
  title: string
  t(key: string, params?: Readonly<Record<string, string | number>>): string
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
// The keys of a constant object are its names.
const delimiters = keysOf(importDelimiters)

/** Asks for the file, and how it is to be read. */
export function ImportFile({ made, form, title, t }: ImportFileProps) {
  const busy = useValue(made.state, (s) => s.busy)
  const [reading, setReading] = useState<ImportReading>({ encoding: 'auto', delimiter: 'auto', header: true })
  const change = (more: Partial<ImportReading>) => setReading((now) => ({ ...now, ...more }))
  const send = ([file]: File[]) => {
    if (file) void made.send(file, reading)
  }
  const template = async () => {
    const book = await made.template()
    if (book === null) return
    const bytes = Uint8Array.from(atob(book), (char) => char.charCodeAt(0))
    const url = URL.createObjectURL(new Blob([bytes], { type: workbook }))
    startDownload(url, `${title} ${t('ui.import.templateName')}.xlsx`)
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <div className="s-export">
      <p>{mainLimits(form?.maxSize ?? importLimits.bytes, t)}</p>
      <DropZone
        label={t('ui.import.choose')}
        hint={t('ui.import.drop')}
        accept=".csv,.txt,.xlsx,.json"
        disabled={busy || form === null}
        onFiles={send}
      >
        <Button look="link" size="small" icon="download" disabled={busy || form === null} onClick={() => void template()}>
          {t('ui.import.template')}
        </Button>
      </DropZone>
      <Sending made={made} t={t} />
      <Field label={t('ui.import.encoding')} className="s-export-scope">
        {(control) => (
          <RadioGroup
            {...control}
            label={t('ui.import.encoding')}
            value={reading.encoding}
            onChange={(value) => change({ encoding: String(value) })}
            options={importEncodings.map((value) => ({ value, label: t(`ui.import.encodings.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('ui.import.delimiter')} className="s-export-scope">
        {(control) => (
          <RadioGroup
            {...control}
            label={t('ui.import.delimiter')}
            value={reading.delimiter}
            onChange={(value) => change({ delimiter: delimiters.find((each) => each === value) ?? 'auto' })}
            options={delimiters.map((value) => ({ value, label: t(`ui.import.delimiters.${value}`) }))}
          />
        )}
      </Field>
      <Checkbox checked={reading.header} onChange={(header) => change({ header })}>
        {t('ui.import.header')}
      </Checkbox>
      <ImportLimits t={t} />
    </div>
  )
}

/** How much of the file was sent; the server reads it then. */
function Sending({ made, t }: Pick<ImportFileProps, 'made' | 't'>) {
  const sent = useValue(made.state, (s) => s.sent)
  if (sent === null) return null
  const percent = Math.floor(sent * 100)
  const text = sent < 1 ? t('ui.import.sending', { percent }) : t('ui.import.reading')
  return (
    <div className="s-export-bar">
      <progress max={100} value={sent < 1 ? percent : undefined} aria-label={text} />
      <span role={sent < 1 ? undefined : 'status'}>{text}</span>
    </div>
  )
}
