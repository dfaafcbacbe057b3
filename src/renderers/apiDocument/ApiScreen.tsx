import { useDeferredValue, useMemo, useState } from 'react'
import { useRuntime } from '../context.tsx'
import { defineScreen, type ScreenProps } from '../define.ts'
import { Button } from '../ui/Button.tsx'
import { countText } from '../ui/countText.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { useLoad } from '../useLoad.ts'
import { Call } from './Call.tsx'
import { type ApiDocument, type ApiGroup, groupsOf, searched } from './model.ts'
import type { Say } from './say.ts'
import './api.css'

/** What other systems may call, to be read: groups, search, and each call with what it takes, answers and needs. */
function ApiScreen({ loaded }: ScreenProps) {
  const { http } = useRuntime()
  const { t } = loaded
  const { value, reason, reload } = useLoad(
    async () => (await http.get<{ document: ApiDocument }>('/admin/crud.Api/document', {}, quiet)).data.document,
    [http],
  )
  if (reason !== '')
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={t('apiDocument.failed')}
        text={reason}
        action={<Button onClick={reload}>{t('apiDocument.retry')}</Button>}
      />
    )
  if (!value)
    return (
      <div className="o-wait" aria-busy="true">
        <Skeleton height={320} />
      </div>
    )
  return <Read t={t} document={value} />
}

/** The document is large, and the error is shown in place. */
const quiet = { showError: false, showCodeMessage: false, timeout: 60_000 }

function Read({ t, document }: { t: Say; document: ApiDocument }) {
  const [text, setText] = useState('')
  const [chosen, choose] = useState('')
  const groups = useMemo(() => groupsOf(document), [document])
  const wanted = useDeferredValue(text)
  const found = useMemo(() => searched(groups, wanted), [groups, wanted])
  const group = found.find(({ name }) => name === chosen) ?? found[0]
  const count = found.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <div className="o-document">
      <header className="o-head">
        <h1>{t('title')}</h1>
        <p className="o-about">{t('apiDocument.about', { version: document.openapi })}</p>
        <Button icon="download" onClick={() => save(document)}>
          {t('apiDocument.download')}
        </Button>
      </header>
      <div className="o-search">
        <Input
          type="search"
          icon="search"
          clearable
          label={t('apiDocument.search')}
          placeholder={t('apiDocument.search')}
          value={text}
          onChange={setText}
        />
        <span role="status">{t('apiDocument.found', { count: countText(count) })}</span>
      </div>
      {group ? (
        <div className="o-columns">
          <Groups t={t} groups={found} chosen={group.name} onChoose={choose} />
          <section className="o-calls" aria-labelledby="o-group">
            <h2 id="o-group">
              {group.title} {group.title !== group.name && <code>{group.name}</code>}
            </h2>
            <ul>
              {group.calls.map((call) => (
                <Call key={call.id} t={t} document={document} call={call} />
              ))}
            </ul>
          </section>
        </div>
      ) : (
        <EmptyState icon="search" title={t('apiDocument.nothing')} text={t('apiDocument.nothingText')} />
      )}
    </div>
  )
}

interface GroupsProps {
  t: Say
  groups: readonly ApiGroup[]
  chosen: string
  onChoose(name: string): void
}

function Groups({ t, groups, chosen, onChoose }: GroupsProps) {
  return (
    <nav className="o-groups" aria-label={t('apiDocument.groups')}>
      <ul>
        {groups.map(({ name, title, calls }) => (
          <li key={name}>
            <button type="button" aria-current={name === chosen ? 'true' : undefined} onClick={() => onChoose(name)}>
              <span>{title}</span>
              <span className="o-count">{calls.length}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Saves the document as a file, for tools that read it. */
function save(document: ApiDocument): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }))
  const link = Object.assign(window.document.createElement('a'), { href: url, download: 'openapi.json' })
  link.click()
  URL.revokeObjectURL(url)
}

export default defineScreen(ApiScreen)
