import { useId, useMemo, useRef, useState } from 'react'
import { defineScreen, type ScreenProps, useLoad, useRuntime } from '../../renderers/face.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { EmptyState } from '../../renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../renderers/ui/feedback/Skeleton.tsx'
import { IconButton } from '../../renderers/ui/IconButton.tsx'
import { Input } from '../../renderers/ui/inputs/Input.tsx'
import { Select } from '../../renderers/ui/pickers/Select.tsx'
import { moduleCategories } from '../../schemas/language/module/manifest.ts'
import { marketCalls } from './calls.ts'
import { ModuleCard } from './ModuleCard.tsx'
import { ModuleDrawer } from './ModuleDrawer.tsx'
import { OverlayList } from './OverlayList.tsx'
import { introOf, type Market, MarketContext, type ShownModule, shownModules, titleOf, useMarket } from './shown.ts'
import { UploadDialog } from './UploadDialog.tsx'
import './market.css'

/** The market of modules: what there is, what is installed, and what can be done with it. */
function MarketScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const calls = useMemo(() => marketCalls(runtime), [runtime])
  const fresh = useRef(false)
  const { value, reason, loading, reload } = useLoad(() => {
    const isFresh = fresh.current
    fresh.current = false
    return calls.state(isFresh)
  }, [calls])
  const market = useMemo<Market | undefined>(
    () =>
      value && {
        t: (key, params) => loaded.t(`module-market.${key}`, params),
        lang: runtime.words.lang(),
        calls,
        state: value,
        can: (node) => runtime.access.can('moduleStore', node),
        reload,
      },
    [value, loaded, runtime, calls, reload],
  )
  if (market)
    return (
      <MarketContext.Provider value={market}>
        <Modules
          title={loaded.t('title')}
          market={market}
          loading={loading}
          onRefresh={() => {
            fresh.current = true
            reload()
          }}
        />
      </MarketContext.Provider>
    )
  if (reason !== '')
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={loaded.t('module-market.failed')}
        text={reason}
        action={<Button onClick={reload}>{loaded.t('module-market.retry')}</Button>}
      />
    )
  return (
    <div className="m-market" aria-busy="true">
      <Skeleton height={320} />
    </div>
  )
}

const lists = ['all', 'installed', 'updates'] as const
type List = (typeof lists)[number]
/** The lists of modules, and what they change in screens. */
const tabs = [...lists, 'overlays'] as const
type Tab = (typeof tabs)[number]

const isIn: Readonly<Record<List, (shown: ShownModule) => boolean>> = {
  all: () => true,
  installed: ({ installed, part }) => installed !== undefined || part !== undefined,
  updates: ({ hasUpdate }) => hasUpdate,
}

interface ModulesProps {
  title: string
  market: Market
  loading: boolean
  /** Reads everything again, the publisher's catalogue too. */
  onRefresh(): void
}

function Modules({ title, market, loading, onRefresh }: ModulesProps) {
  const { t, state, can } = market
  const modules = useMemo(() => shownModules(state), [state])
  const { tab, setTab, query, setQuery, category, setCategory, found } = useFilter(modules, market)
  const [opened, open] = useState('')
  const [isUploading, setUploading] = useState(false)
  const chosen = modules.find(({ uid }) => uid === opened)
  return (
    <div className="m-market">
      <header className="m-head">
        <h1>{title}</h1>
        <Input
          type="search"
          icon="search"
          label={t(tab === 'overlays' ? 'overlays.search' : 'search')}
          placeholder={t(tab === 'overlays' ? 'overlays.search' : 'search')}
          value={query}
          onChange={setQuery}
          clearable
        />
        {tab !== 'overlays' && <Category value={category} onChange={setCategory} />}
        <IconButton icon="refresh" label={t('refresh')} disabled={loading} onClick={onRefresh} />
        {can('upload') && can('install') && (
          <Button icon="upload" onClick={() => setUploading(true)}>
            {t('upload')}
          </Button>
        )}
      </header>
      {state.allowUnsigned && <Note text={t('unsignedAllowed')} />}
      {!state.isLive && <Note text={t('notLive')} />}
      {state.source.problem !== '' && (
        <Note text={t('sourceProblem', { url: state.source.url, what: state.source.problem })} tone="warning" />
      )}
      <Tabs tab={tab} onTab={setTab} count={(list) => modules.filter(isIn[list]).length} />
      <section aria-label={t(`tab.${tab}`)}>
        {tab === 'overlays' ? (
          <OverlayList query={query} />
        ) : found.length === 0 ? (
          <EmptyState title={t(query !== '' || category !== '' ? 'nothingFound' : `nothing.${tab}`)} />
        ) : (
          <ul className="m-cards">
            {found.map((shown) => (
              <ModuleCard key={shown.uid} shown={shown} onOpen={() => open(shown.uid)} />
            ))}
          </ul>
        )}
      </section>
      {chosen && <ModuleDrawer key={opened} shown={chosen} onClose={() => open('')} />}
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </div>
  )
}

function useFilter(modules: readonly ShownModule[], { lang }: Market) {
  const [tab, setTab] = useState<Tab>('all')
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = modules.filter(
    (each) =>
      (tab === 'overlays' || isIn[tab](each)) &&
      (category === '' || each.about.category === category) &&
      [each.uid, titleOf(lang, each.about), introOf(lang, each.about)].some((text) => text.toLowerCase().includes(wanted)),
  )
  return { tab, setTab, query, setQuery, category, setCategory, found }
}

function Category({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useMarket()
  const id = useId()
  return (
    <Select
      id={id}
      label={t('category')}
      placeholder={t('allCategories')}
      size="normal"
      clearable
      value={value === '' ? null : value}
      options={moduleCategories.map((name) => ({ value: name, label: t(`categories.${name}`) }))}
      onChange={(chosen) => onChange(chosen === null ? '' : String(chosen))}
    />
  )
}

function Tabs({ tab, onTab, count }: { tab: Tab; onTab(tab: Tab): void; count(list: List): number }) {
  const { t } = useMarket()
  return (
    <nav className="m-tabs" aria-label={t('tabs')}>
      {tabs.map((name) => (
        <button key={name} type="button" aria-pressed={name === tab} onClick={() => onTab(name)}>
          {t(`tab.${name}`)} {name !== 'overlays' && <span className="m-count">{count(name)}</span>}
        </button>
      ))}
    </nav>
  )
}

function Note({ text, tone = 'danger' }: { text: string; tone?: 'danger' | 'warning' }) {
  return (
    <p className={`m-note m-note-${tone}`} role="note">
      {text}
    </p>
  )
}

export default defineScreen(MarketScreen)
