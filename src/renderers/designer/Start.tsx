import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DesignerState, Draft } from '../../schemas/api/designer.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { Select } from '../ui/pickers/Select.tsx'
import { useLoad } from '../useLoad.ts'
import { type DesignerCalls, reasonOf } from './calls.ts'
import { emptyDraft } from './model/draft.ts'
import type { Say } from './say.ts'

interface StartProps {
  t: Say
  calls: DesignerCalls
  state: DesignerState
  onStart(draft: Draft): void
}

/** Where a design begins: from nothing, with a screen of the workspace, with a table, or with an earlier save. */
export function Start(props: StartProps) {
  const { t, calls, state, onStart } = props
  const [reason, setReason] = useState('')
  const open = (load: () => Promise<Draft>) => {
    setReason('')
    load().then(onStart, (error: unknown) => setReason(reasonOf(error)))
  }
  return (
    <div className="d-start">
      <header className="d-head">
        <h1>{t('title')}</h1>
        <Link className="s-link" to="/admin/crud/log">
          {t('designer.start.history')}
        </Link>
      </header>
      {reason !== '' && (
        <p className="k-error" role="alert">
          {reason}
        </p>
      )}
      <div className="d-cards">
        <FromNothing {...props} />
        <Card title={t('designer.start.table')} text={t('designer.start.tableText')}>
          <FromTable t={t} calls={calls} onOpen={(table) => open(async () => (await calls.fromTable(table)).draft)} />
        </Card>
        <Card
          title={t('designer.start.own')}
          text={state.screens.length === 0 ? t('designer.start.noOwn') : t('designer.start.ownText')}
        >
          <ul className="d-list">
            {state.screens.map(({ id, title }) => (
              <li key={id}>
                <Button look="link" onClick={() => open(() => calls.source({ id }))}>
                  {title} <code>{id}</code>
                </Button>
              </li>
            ))}
          </ul>
        </Card>
        <Records t={t} calls={calls} onOpen={(record) => open(() => calls.source({ record }))} />
      </div>
    </div>
  )
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="d-card" aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}

function FromNothing({ t, onStart }: StartProps) {
  const [given, setGiven] = useState({ id: '', table: '', zh: '', en: '' })
  const [isAsked, setAsked] = useState(false)
  const isId = /^[a-z][a-zA-Z0-9]*(?:\/[a-z][a-zA-Z0-9]*){1,7}$/.test(given.id)
  const table = given.table || given.id.replaceAll('/', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const start = () => {
    setAsked(true)
    if (isId && given.en !== '') onStart(emptyDraft(given.id, table, { 'zh-cn': given.zh || given.en, en: given.en }))
  }
  const row = (key: keyof typeof given, placeholder: string, error?: string) => (
    <Field label={t(`designer.start.${key}`)} required={key === 'id' || key === 'en'} {...(error ? { error } : {})}>
      {(control) => (
        <Input
          {...control}
          describedBy={control.describedBy ?? ''}
          required={control.required === true}
          value={given[key]}
          placeholder={placeholder}
          spellCheck={false}
          onChange={(value) => setGiven({ ...given, [key]: value })}
        />
      )}
    </Field>
  )
  return (
    <Card title={t('designer.start.nothing')} text={t('designer.start.nothingText')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        {row('en', 'Shelves', isAsked && given.en === '' ? t('designer.start.titleNeeded') : undefined)}
        {row('zh', '货架')}
        {row('id', 'store/shelf', isAsked && !isId ? t('designer.start.idWrong') : undefined)}
        {row('table', table)}
        <Button type="submit" look="primary">
          {t('designer.start.begin')}
        </Button>
      </form>
    </Card>
  )
}

function FromTable({ t, calls, onOpen }: { t: Say; calls: DesignerCalls; onOpen(table: string): void }) {
  const [table, setTable] = useState<string | null>(null)
  const { value = [] } = useLoad(() => calls.tables(), [calls])
  return (
    <>
      <Field label={t('designer.start.table')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('designer.start.table')}
            value={table}
            filter
            options={value.map((each) => ({ value: each.table, label: each.comment }))}
            onChange={(chosen) => setTable(chosen === null ? null : String(chosen))}
          />
        )}
      </Field>
      <Button disabled={table === null} onClick={() => table !== null && onOpen(table)}>
        {t('designer.start.infer')}
      </Button>
    </>
  )
}

function Records({ t, calls, onOpen }: { t: Say; calls: DesignerCalls; onOpen(record: string): void }) {
  const { value = [] } = useLoad(() => calls.records(), [calls])
  return (
    <Card
      title={t('designer.start.record')}
      text={value.length === 0 ? t('designer.start.noRecord') : t('designer.start.recordText')}
    >
      <ul className="d-list">
        {value.map(({ id, screen_id, comment, username }) => (
          <li key={id}>
            <Button look="link" onClick={() => onOpen(String(id))}>
              {comment} <code>{screen_id}</code> {username} #{id}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
