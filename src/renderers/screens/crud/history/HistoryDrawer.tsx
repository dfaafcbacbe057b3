import { useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { HistoryAnswer, HistoryEntry, HistoryField } from '../../../../schemas/api/history.ts'
import { callAddress } from '../../../../schemas/language/area/area.ts'
import { titleText } from '../../../../schemas/language/list/naming.ts'
import { shownZone } from '../../../asset.ts'
import { dateTimeText } from '../../../cells/clock.ts'
import { useRuntime } from '../../../context.tsx'
import { useLoadedWords, type WordsOf } from '../../../loadedWords.ts'
import { times } from '../../../numbered.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import { useLoad } from '../../../useLoad.ts'
import type { ListToolProps } from '../listTool.ts'
import '../detail/detail.css'
import './history.css'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.history'),
  en: () => import('virtual:kontor/words/en/ui.history'),
}

/** Gives fields back what they had before a change; all that the form has without names. */
type Restore = (entry: HistoryEntry, field?: HistoryField) => void

/** What happened to a record: who changed what and when, the latest first, and the way back. */
export default function HistoryDrawer({ crud, row: key, onClose }: ListToolProps) {
  const isReady = useLoadedWords(words)
  const { t } = crud.loaded
  const name = key === null ? undefined : titleText(crud.page, crud.rowOf(key), crud.loaded.find)
  const title = t('actions.history.title')
  return (
    <Drawer open size="large" title={name === undefined ? title : `${title} · ${name}`} onClose={onClose}>
      {isReady && key !== null ? <Changes crud={crud} id={key} /> : <Waiting />}
    </Drawer>
  )
}

function Changes({ crud, id }: { crud: Crud; id: string | number }) {
  const { http } = useRuntime()
  const { t } = crud.loaded
  const [earlier, setEarlier] = useState<HistoryAnswer | null>(null)
  const read = async (before?: number): Promise<HistoryAnswer> => {
    const { data } = await http.get<HistoryAnswer>(callAddress(crud.page, 'history'), { id, ...(before ? { before } : {}) })
    return data
  }
  const { value, error, reason, reload } = useLoad(() => read(), [crud, id])
  if (error !== undefined)
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={t('ui.history.failed')}
        text={reason}
        action={<Button onClick={reload}>{t('ui.list.retry')}</Button>}
      />
    )
  if (!value) return <Waiting />
  const list = [...value.list, ...(earlier?.list ?? [])]
  const last = list.at(-1)
  const restore: Restore = async (entry, field) => {
    const question = field
      ? t('ui.history.confirm', { label: field.label, value: field.before || t('ui.history.none') })
      : t('ui.history.confirmAll')
    if (!(await confirm(question, { title: t('actions.history.title'), yes: t('ui.history.restore') }))) return
    const fields = field ? { fields: [field.name] } : {}
    await http.post(callAddress(crud.page, 'restoreVersion'), { id, change: entry.id, ...fields })
    setEarlier(null)
    reload()
    void crud.load()
  }
  if (list.length === 0) return <EmptyState icon="history" title={t('ui.history.nothing')} text="" />
  return (
    <>
      <ol className="s-timeline s-history">
        {list.map((entry) => (
          <Entry key={entry.id} entry={entry} restore={restore} t={t} />
        ))}
      </ol>
      {(earlier ?? value).more && last && (
        <Button
          onClick={() =>
            void read(last.id).then((next) => setEarlier({ list: [...(earlier?.list ?? []), ...next.list], more: next.more }))
          }
        >
          {t('ui.history.more')}
        </Button>
      )}
    </>
  )
}

type Translate = Crud['loaded']['t']

function Entry({ entry, restore, t }: { entry: HistoryEntry; restore: Restore; t: Translate }) {
  const { time, who, what, operation, fields, parts } = entry
  const mayAll = fields.filter(({ restorable }) => restorable).length > 1
  return (
    <li>
      <span className="s-timeline-time">{dateTimeText(time, shownZone(useRuntime().stores.siteConfig))}</span>
      <div className="s-history-body">
        <p className="s-history-head">
          <strong>{who}</strong> <span>{what || t(`ui.history.${operation}`)}</span>
          {mayAll && (
            <Button look="link" onClick={() => restore(entry)}>
              {t('ui.history.restoreAll')}
            </Button>
          )}
        </p>
        <Fields fields={fields} t={t} onRestore={(field) => restore(entry, field)} />
        {parts.map((part, i) => (
          <div key={`${part.label} ${part.operation} ${String(i)}`}>
            <p className="s-history-part">
              {part.label} · {t(`ui.history.${part.operation}`)}
            </p>
            <Fields fields={part.fields} t={t} />
          </div>
        ))}
      </div>
    </li>
  )
}

interface FieldsProps {
  fields: readonly HistoryField[]
  t: Translate
  onRestore?: (field: HistoryField) => void
}

function Fields({ fields, t, onRestore }: FieldsProps) {
  if (fields.length === 0) return null
  return (
    <dl className="s-history-fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>
            <del>{field.before || t('ui.history.none')}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{field.after || t('ui.history.none')}</ins>
            {onRestore && field.restorable && (
              <Button
                look="link"
                aria-label={t('ui.history.restoreField', { label: field.label })}
                onClick={() => onRestore(field)}
              >
                {t('ui.history.restore')}
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Waiting() {
  return (
    <div className="s-detail" aria-busy="true">
      {times(8).map((i) => (
        <Skeleton key={i} width={`${40 + ((i * 17) % 50)}%`} />
      ))}
    </div>
  )
}
