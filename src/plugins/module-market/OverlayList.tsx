import { useLoad } from '../../renderers/face.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { Tag } from '../../renderers/ui/display/Tag.tsx'
import { EmptyState } from '../../renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../renderers/ui/feedback/Skeleton.tsx'
import { confirm } from '../../renderers/ui/overlays/confirm.ts'
import type { OverlayOrigin } from '../../schemas/api/market.ts'
import { Progress } from './Progress.tsx'
import { ScreenChange } from './ScreenChange.tsx'
import { titleOf, useMarket } from './shown.ts'
import { useChange } from './useChange.ts'

/** Every change of a screen that is in force: whose it is, where it is, what is there without it and with it. */
export function OverlayList({ query }: { query: string }) {
  const { t, calls, state, lang } = useMarket()
  const { value, reason, reload } = useLoad(() => calls.overlays(), [calls], { fresh: state, keep: true })
  if (!value && reason !== '')
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={t('failed')}
        text={reason}
        action={<Button onClick={reload}>{t('retry')}</Button>}
      />
    )
  if (!value) return <Skeleton height={320} />
  const wanted = query.trim().toLowerCase()
  const found = value.flatMap((origin) => {
    const pages = origin.pages.flatMap((each) => {
      const isMeant = (text: string) => text.toLowerCase().includes(wanted)
      if ([origin.uid, nameOf(origin), each.page, titleOf(lang, each)].some(isMeant)) return [each]
      const changes = each.changes.filter(({ path }) => isMeant(path))
      return changes.length === 0 ? [] : [{ ...each, changes }]
    })
    return pages.length === 0 ? [] : [{ ...origin, pages }]
  })
  if (found.length === 0) return <EmptyState title={t(query === '' ? 'nothing.overlays' : 'nothingFound')} />
  return (
    <div className="m-origins">
      <p className="m-quiet">{t('overlays.text')}</p>
      {found.map((origin) => (
        <Origin key={origin.uid} origin={origin} name={nameOf(origin)} />
      ))}
    </div>
  )

  function nameOf(origin: OverlayOrigin): string {
    return titleOf(lang, origin) || t(`origin.${origin.kind}`)
  }
}

function Origin({ origin, name }: { origin: OverlayOrigin; name: string }) {
  const { t, lang } = useMarket()
  const { kind, uid, pages } = origin
  const count = pages.reduce((sum, { changes }) => sum + changes.length, 0)
  return (
    <section className="m-origin" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <Tag>{t(`origin.${kind}`)}</Tag>
        <span className="m-quiet">{t('overlays.count', { count, pages: pages.length })}</span>
        {kind === 'package' && <Disable uid={uid} name={name} />}
      </header>
      {kind !== 'package' && <p className="m-quiet">{t(`overlays.remove.${kind}`, { uid })}</p>}
      {pages.map((each) => (
        <div key={each.page} className="m-changed-page">
          <h3>
            {titleOf(lang, each)} {titleOf(lang, each) !== each.page && <code>{each.page}</code>}
          </h3>
          {each.changes.map((change) => (
            <ScreenChange
              key={`${change.file} ${change.op} ${change.path}`}
              change={{ ...change, page: undefined }}
              sides={['overlays.without', 'overlays.with']}
            />
          ))}
        </div>
      ))}
    </section>
  )
}

/** Takes all changes of a package away, and its screens. */
function Disable({ uid, name }: { uid: string; name: string }) {
  const { t, calls, state, can, reload } = useMarket()
  const change = useChange()
  if (!can('changeState')) return null
  const disable = async () => {
    if (!(await confirm(t('disableText', { title: name }), { yes: t('disable') }))) return
    if (await change.run((work) => calls.changeState(uid, 0, work))) reload()
  }
  return (
    <>
      <Button
        size="small"
        loading={change.step !== undefined}
        {...(state.isLive ? {} : { reason: t('notLive') })}
        onClick={() => void disable()}
      >
        {t('disable')}
      </Button>
      <Progress step={change.step} reason={change.reason} />
    </>
  )
}
