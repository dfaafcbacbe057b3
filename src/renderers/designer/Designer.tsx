import { type KeyboardEvent, useMemo, useState } from 'react'
import type { DesignerState, Draft, Finding, KindSchema } from '../../schemas/api/designer.ts'
import { useRuntime, useTab } from '../context.tsx'
import { mayLose, useUnsaved } from '../form/unsaved.ts'
import { Button } from '../ui/Button.tsx'
import { Sorting } from '../ui/display/Sorting.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Canvas } from './Canvas.tsx'
import type { DesignerCalls, Planned } from './calls.ts'
import { Files } from './Files.tsx'
import { Findings } from './Findings.tsx'
import { addField, fieldsOf, moveField, wordOf } from './model/draft.ts'
import { begin, change, type Edit, type History, redo, undo } from './model/history.ts'
import { Palette } from './Palette.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { Preview } from './Preview.tsx'
import { Properties } from './Properties.tsx'
import type { Say } from './say.ts'
import { useCheck } from './useCheck.ts'

export interface DesignerProps {
  t: Say
  calls: DesignerCalls
  kinds: readonly KindSchema[]
  allowed: boolean
  first: Draft
  screens: DesignerState['screens']
  onClose(): void
}

/** One screen being designed: palette, fields, properties, words, files and preview of one draft. */
export function Designer({ t, calls, kinds, allowed, first, screens, onClose }: DesignerProps) {
  const { history, setHistory, keep, close } = useHistory(first, onClose)
  const [chosen, choose] = useState<string | null>(null)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const draft = history.now
  const fields = useMemo(() => fieldsOf(draft), [draft])
  const { answer, busy, reason } = useCheck(calls, draft)
  const findings = answer?.findings ?? []
  const edit: Edit = (next, about = '') => setHistory((before) => change(before, next, about))
  const add = (kind: string, before: string | null = null) => {
    const { draft: next, name } = addField(draft, kind, labelsOf(kind, kinds))
    edit(before === null ? next : moveField(next, name, before))
    choose(name)
  }
  const field = fields?.find(({ name }) => name === chosen)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole designer; everything in it has its own
    <div className="d-work" onKeyDown={(event) => takeBack(event, setHistory)}>
      <Head
        t={t}
        draft={draft}
        history={history}
        isSaved={screens.some(({ id }) => id === draft.id)}
        onHistory={setHistory}
        onClose={close}
        onPlan={setPlanned}
      />
      <Sorting
        ids={(fields ?? []).map(({ name }) => name)}
        onMove={(name, target) => edit(moveField(draft, name, target))}
        onTake={add}
      >
        <div className="d-columns">
          <Palette t={t} kinds={kinds} disabled={!fields} onAdd={(kind) => add(kind)} />
          <div className="d-middle">
            {!fields && <p className="k-error">{t('designer.unreadable')}</p>}
            {fields && <Canvas {...{ t, draft, fields, findings, chosen }} onChoose={choose} onEdit={edit} />}
            <Findings t={t} findings={findings} busy={busy} reason={reason} onChoose={choose} />
            <Preview t={t} answer={answer} />
          </div>
          <Properties
            key={chosen ?? ''}
            t={t}
            draft={draft}
            field={field}
            kinds={kinds}
            findings={findings.filter(isOf(chosen))}
            onEdit={edit}
            onChoose={choose}
          />
        </div>
      </Sorting>
      <Files t={t} draft={draft} findings={findings} onEdit={edit} />
      {planned && (
        <PlanDialog {...{ t, calls, planned, allowed }} onSaved={keep} onClose={() => setPlanned(null)} onGone={onClose} />
      )}
    </div>
  )
}

/** What a kind is called in each language. */
function labelsOf(kind: string, kinds: readonly KindSchema[]): KindSchema['label'] {
  return kinds.find(({ name }) => name === kind)?.label ?? { 'zh-cn': kind, en: kind }
}

/** The draft with its history. What was not saved is asked about before it is lost. */
function useHistory(first: Draft, onClose: () => void) {
  const runtime = useRuntime()
  const tab = useTab()?.id ?? ''
  const [history, setHistory] = useState(() => begin(first))
  const [saved, setSaved] = useState(first)
  const isChanged = history.now !== saved
  useUnsaved(isChanged)
  const close = async () => {
    if (!isChanged || (await mayLose(runtime, [tab]))) onClose()
  }
  return { history, setHistory, keep: () => setSaved(history.now), close: () => void close() }
}

interface HeadProps {
  t: Say
  draft: Draft
  history: History
  /** It is in the workspace already. */
  isSaved: boolean
  onHistory(next: (before: History) => History): void
  onClose(): void
  onPlan(planned: Planned): void
}

function Head({ t, draft, history, isSaved, onHistory, onClose, onPlan }: HeadProps) {
  return (
    <header className="d-head">
      <h1>
        {wordOf(draft, t('designer.lang') === 'en' ? 'en' : 'zh-cn', ['title']) || draft.id} <code>{draft.id}</code>
      </h1>
      <IconButton icon="undo" label={t('designer.undo')} disabled={history.past.length === 0} onClick={() => onHistory(undo)} />
      <IconButton
        icon="refresh"
        label={t('designer.redo')}
        disabled={history.future.length === 0}
        onClick={() => onHistory(redo)}
      />
      <Button onClick={onClose}>{t('designer.close')}</Button>
      {isSaved && <Button onClick={() => onPlan({ id: draft.id, remove: true })}>{t('designer.delete')}</Button>}
      <Button look="primary" onClick={() => onPlan(draft)}>
        {t('designer.save')}
      </Button>
    </header>
  )
}

const isOf = (name: string | null) => (finding: Finding) => finding.path[0] === 'fields' && finding.path[1] === name

/** Undoes or redoes where the keys say so. */
function takeBack(event: KeyboardEvent, onHistory: HeadProps['onHistory']): void {
  if (!isUndo(event)) return
  event.preventDefault()
  onHistory(event.shiftKey ? redo : undo)
}

/** Ctrl+Z and Ctrl+Shift+Z; in a text the browser's own undo is meant. */
function isUndo(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isText(event.target)
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
