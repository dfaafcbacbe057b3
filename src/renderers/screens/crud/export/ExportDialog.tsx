import { useMemo, useState } from 'react'
import type { Runtime } from '../../../../runtime/app/runtime.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { createListExport, isOpen, type ListExport } from '../../../../runtime/dataio/exports.ts'
import {
  columnTitles,
  exportColumns,
  exportFormats,
  exportRows,
  exportScopes,
  exportsAtOnce,
  isPersonal,
  sheetOf,
} from '../../../../schemas/api/exporting.ts'
import { dateTimeIn } from '../../../../schemas/kinds/clock.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import { shownZone } from '../../../asset.ts'
import { useRuntime } from '../../../context.tsx'
import { useLoadedWords, type WordsOf } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx'
import { CheckboxGroup } from '../../../ui/inputs/CheckboxGroup.tsx'
import { Field } from '../../../ui/inputs/Field.tsx'
import { Input } from '../../../ui/inputs/Input.tsx'
import { RadioGroup } from '../../../ui/inputs/RadioGroup.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useValue } from '../../../useValue.ts'
import type { ListToolProps } from '../listTool.ts'
import { titledList } from '../titles.ts'
import { useColumnLayout } from '../views/prefs.ts'
import { ExportProgress, routeOf } from './ExportProgress.tsx'
import './export.css'

type Choice = ReturnType<typeof useChoice>

/** The page over all exports, and its node without which what is a person's own is hidden in files. */
const everything = { page: 'dataio/export', plain: 'plain' }

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.export'),
  en: () => import('virtual:kontor/words/en/ui.export'),
}

/** The dialog, once its words are there. */
export default function ExportTool(props: ListToolProps) {
  return useLoadedWords(words) ? <ExportDialog {...props} /> : null
}

/** Asks which columns of the list go to a file, and how; then follows the file until it can be fetched. */
function ExportDialog({ crud, onClose }: ListToolProps) {
  const runtime = useRuntime()
  const { t } = crud.loaded
  const made = useMemo(() => createListExport({ http: runtime.http, feed: runtime.feed, page: crud.page }), [runtime, crud])
  const work = useValue(made.state, (s) => s.work)
  const asking = useValue(made.state, (s) => s.asking)
  const choice = useChoice(crud)
  const place = actionOf(crud.page, 'export', 'export')?.place ?? everything.page
  const ask = () => made.ask({ query: choice.query(), zone: shownZone(runtime.stores.siteConfig), ...choice.request })
  const close = () => {
    if (work && isOpen(work)) tellWhenEnded(runtime, crud, made)
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.form.cancel')}</Button>
      <Button
        look="primary"
        icon="file-export"
        loading={asking}
        reason={choice.request.columns.length === 0 ? t('ui.export.noColumn') : undefined}
        onClick={() => void ask()}
      >
        {t('actions.export.title')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={titledList(crud.loaded, t('actions.export.title'))}
      onClose={close}
      description={work ? undefined : <Rows crud={crud} choice={choice} />}
      className="s-export-dialog"
      footer={work ? undefined : footer}
    >
      {work ? (
        <ExportProgress made={made} work={work} place={place} t={t} onClose={close} />
      ) : (
        <Choices crud={crud} choice={choice} />
      )}
    </Dialog>
  )
}

/** Which rows these are, and what bounds them. */
function Rows({ crud, choice: { isList, keys, onlyChosen } }: { crud: Crud; choice: Choice }) {
  const { t } = crud.loaded
  const { total, totalIs, query } = crud.state
  const counted = total === null ? '…' : countText(total)
  const n = totalIs === 'estimate' ? t('ui.export.about', { n: counted }) : counted
  const narrowed = query.filters.length > 0 || query.quickSearch !== ''
  return (
    <>
      {onlyChosen ? (
        <p>{t('ui.export.onlyChosen', { n: keys.length })}</p>
      ) : (
        <p>{t(narrowed ? 'ui.export.narrowed' : 'ui.export.everything', { n })}</p>
      )}
      {!isList && <p>{t('ui.export.inside')}</p>}
      <p>{t('ui.export.limits', { rows: countText(exportRows), n: exportsAtOnce })}</p>
    </>
  )
}

const shownAsSaid: Readonly<Record<string, boolean>> = {}

/** The person's choices; initially the visible columns, with personal data hidden. */
function useChoice(crud: Crud) {
  const { page } = crud
  const [{ hidden = shownAsSaid }] = useColumnLayout(crud)
  const scopes = exportScopes(page)
  const [scope, setScope] = useState(scopes[0] ?? '')
  const isList = !sheetOf(page, scope)?.rows
  const { columns, inSight } = useMemo(() => {
    const all = exportColumns(page, scope).filter(({ of }) => !isList || crud.supports(of.field))
    const shown = all.filter(({ of }) => !(isList && (hidden[of.field] ?? of.hidden)))
    return { columns: all, inSight: shown.map(({ name }) => name) }
  }, [crud, page, scope, isList, hidden])
  const [kept, setKept] = useState<{ scope: string; names: readonly string[] } | null>(null)
  const chosen = kept?.scope === scope ? kept.names : inSight
  const [format, setFormat] = useState<(typeof exportFormats)[number]>('xlsx')
  const zone = shownZone(useRuntime().stores.siteConfig)
  const [name, setName] = useState(() => `${crud.loaded.t('title')} ${dateTimeIn(zone, Date.now() / 1000).slice(0, 16)}`)
  const [mask, setMask] = useState(true)
  // Those that were chosen when the dialog was opened, whatever becomes of the list meanwhile.
  const [keys] = useState(() => crud.state.selection.map(String))
  const [onlyChosen, setOnlyChosen] = useState(keys.length > 0 && !crud.state.all)
  return {
    keys,
    onlyChosen,
    setOnlyChosen,
    query: () => (onlyChosen ? withKeys(crud, keys) : crud.state.query),
    scopes,
    setScope,
    isList,
    columns,
    inSight,
    setChosen: (names: readonly string[]) => setKept({ scope, names }),
    setFormat,
    setName,
    setMask,
    /** There may be something to hide. */
    isPersonal: columns.some(isPersonal),
    request: { name: name.trim(), scope, format, columns: chosen, mask },
  }
}

/** The list's query for these rows, in its order. */
function withKeys({ page, state: { query } }: Crud, keys: readonly string[]): Crud['state']['query'] {
  const { key } = page.entity
  return key === null ? query : { ...query, quickSearch: '', filters: [{ field: key, operator: 'IN', value: keys }] }
}

/** The chosen rows alone, or all that the list finds. */
function WhichRows({ crud, choice: { keys, onlyChosen, setOnlyChosen } }: { crud: Crud; choice: Choice }) {
  const { t } = crud.loaded
  if (keys.length === 0) return null
  return (
    <Field label={t('ui.export.rows')}>
      {(control) => (
        <RadioGroup
          {...control}
          label={t('ui.export.rows')}
          value={onlyChosen ? 'chosen' : 'found'}
          onChange={(value) => setOnlyChosen(value === 'chosen')}
          options={['chosen', 'found'].map((value) => ({ value, label: t(`ui.export.${value}`, { n: keys.length }) }))}
        />
      )}
    </Field>
  )
}

/** What a line of the file is, where the page knows several things. */
function Scopes({ crud, choice }: { crud: Crud; choice: Choice }) {
  const { t } = crud.loaded
  if (choice.scopes.length < 2) return null
  return (
    <Field label={t('ui.export.scope')} className="s-export-scope">
      {(control) => (
        <RadioGroup
          {...control}
          label={t('ui.export.scope')}
          value={choice.request.scope}
          onChange={(value) => choice.setScope(String(value))}
          options={choice.scopes.map((value) => ({ value, label: t(`sheets.${value}`) }))}
        />
      )}
    </Field>
  )
}

/** Whether personal data are hidden; only who may have them whole is asked. */
function Mask({ crud, choice }: { crud: Crud; choice: Choice }) {
  const { access } = useRuntime()
  const { t } = crud.loaded
  if (!choice.isPersonal) return null
  const place = actionOf(crud.page, 'export', 'export')?.place
  const mayHavePlain = place ? access.can(place, 'add') : access.can(everything.page, everything.plain)
  return (
    <Checkbox checked={choice.request.mask} disabled={!mayHavePlain} onChange={choice.setMask}>
      {t('ui.export.mask')}
    </Checkbox>
  )
}

function Choices({ crud, choice }: { crud: Crud; choice: Choice }) {
  const { t, find } = crud.loaded
  const { columns, request } = choice
  const titles = columnTitles(columns, find)
  const sets = [
    ...(choice.isList ? [{ key: 'inSight', names: choice.inSight }] : []),
    { key: 'all', names: columns.map(({ name }) => name) },
    { key: 'none', names: [] },
  ]
  return (
    <div className="s-export">
      <Field label={t('ui.export.name')}>
        {(control) => <Input {...control} value={request.name} onChange={choice.setName} maxLength={100} />}
      </Field>
      <WhichRows crud={crud} choice={choice} />
      <Scopes crud={crud} choice={choice} />
      <Field label={t('ui.export.format')}>
        {(control) => (
          <RadioGroup
            {...control}
            label={t('ui.export.format')}
            value={request.format}
            onChange={(value) => choice.setFormat(exportFormats.find((each) => each === value) ?? 'xlsx')}
            options={exportFormats.map((value) => ({
              value,
              label: t(`ui.export.formats.${value}`),
              description: t(`ui.export.formatHelp.${value}`),
            }))}
          />
        )}
      </Field>
      <Mask crud={crud} choice={choice} />
      <Field
        label={t('ui.export.columns', { n: request.columns.length, all: columns.length })}
        help={t('ui.export.zone', { zone: shownZone(useRuntime().stores.siteConfig) })}
      >
        {(control) => (
          <>
            <div className="s-export-sets">
              {sets.map(({ key, names }) => (
                <Button key={key} look="link" size="small" onClick={() => choice.setChosen(names)}>
                  {t(`ui.export.sets.${key}`)}
                </Button>
              ))}
            </div>
            <CheckboxGroup
              {...control}
              label={t('ui.list.columns')}
              value={[...request.columns]}
              onChange={(names) => choice.setChosen(names.map(String))}
              options={columns.map(({ name }) => ({ value: name, label: titles.get(name) ?? name }))}
            />
          </>
        )}
      </Field>
    </div>
  )
}

/** Announces a finished file that the person did not wait for; where the list sends a notification about it, that one does. */
function tellWhenEnded(runtime: Runtime, crud: Crud, made: ListExport): void {
  const { t } = crud.loaded
  const place = actionOf(crud.page, 'export', 'export')?.place
  if (place && routeOf(runtime, place)) return
  void made.ended.then(({ status, name, error }) => {
    if (status === 2) runtime.notices.push('success', t('ui.export.ready', { name }))
    if (status === 3) runtime.notices.push('error', t('ui.export.failed', { name, error }))
  })
}
