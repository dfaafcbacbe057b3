import { useState } from 'react'
import type { Draft, Finding } from '../../schemas/api/designer.ts'
import { Textarea } from '../ui/inputs/Textarea.tsx'
import type { Edit } from './model/history.ts'
import type { Say } from './say.ts'

const files = ['page', 'zh-cn', 'en'] as const
type FileName = (typeof files)[number]

interface FilesProps {
  t: Say
  draft: Draft
  findings: readonly Finding[]
  onEdit: Edit
}

/** The draft's files as they are: what the panels do not offer is written here. */
export function Files({ t, draft, findings, onEdit }: FilesProps) {
  const [file, setFile] = useState<FileName>('page')
  const text = file === 'page' ? draft.page : draft.words[file]
  const setText = (next: string) =>
    onEdit(file === 'page' ? { ...draft, page: next } : { ...draft, words: { ...draft.words, [file]: next } }, `file ${file}`)
  const count = (name: FileName) => findings.filter((finding) => finding.file === name && finding.severity === 'error').length
  return (
    <section className="d-files" aria-label={t('designer.files')}>
      <div role="tablist" aria-label={t('designer.files')} className="d-tabs">
        {files.map((name) => (
          <button key={name} type="button" role="tab" aria-selected={file === name} onClick={() => setFile(name)}>
            {name}.json{count(name) > 0 ? ` (${count(name)})` : ''}
          </button>
        ))}
      </div>
      <Textarea key={file} label={`${file}.json`} mono rows={18} value={text} onChange={setText} />
    </section>
  )
}
