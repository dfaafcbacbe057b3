import { type ImportDraft, type ImportNews, importStatus } from '../../../../schemas/api/importing.ts'

const names = ['file', 'mapping', 'check', 'run'] as const

/** How far an import is: which file, what its columns mean, the check, the run. */
export function ImportSteps({ draft, news, t }: { draft: ImportDraft | null; news: ImportNews | null; t(key: string): string }) {
  const checked = news && news.status > importStatus.checking
  const at = news ? (news.status >= importStatus.running ? 3 : 2) : draft ? 1 : 0
  return (
    <ol className="s-import-steps">
      {names.map((name, i) => (
        <li
          key={name}
          aria-current={i === at ? 'step' : undefined}
          data-done={i < at || (i === at && checked && at === 2) ? '' : undefined}
        >
          <span className="s-figures">{i + 1}</span>
          {t(`ui.import.steps.${name}`)}
        </li>
      ))}
    </ol>
  )
}
