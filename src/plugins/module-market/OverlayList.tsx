import { useLoad } from '../../renderers/face.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { Tag } from '../../renderers/ui/display/Tag.tsx'
import { EmptyState } from '../../renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../renderers/ui/feedback/Skeleton.tsx'
import { confirm } from '../../renderers/ui/overlays/confirm.ts'
import type { OverlayOrigin, OverlayPlace } from '../../schemas/api/market.ts'
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
  const isMeant = (text: string) => text.toLowerCase().includes(wanted)
  const found = value.flatMap((origin) => {
    const isWhole = [origin.uid, nameOf(origin)].some(isMeant)
    const pages = origin.pages.flatMap((each) => {
      if (isWhole || [each.page, titleOf(lang, each)].some(isMeant)) return [each]
      const changes = each.changes.filter(({ path }) => isMeant(path))
      return changes.length === 0 ? [] : [{ ...each, changes }]
    })
    const reverted = origin.reverted.filter((each) => isWhole || [each.page, titleOf(lang, each), each.path].some(isMeant))
    return pages.length + reverted.length === 0 ? [] : [{ ...origin, pages, reverted }]
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
  const { kind, uid, pages, reverted } = origin
  const count = pages.reduce((sum, { changes }) => sum + changes.length, 0)
  const own = useOwnChange()
  const mayRevert = kind === 'package' && own.may
  return (
    <section className="m-origin" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <Tag>{t(`origin.${kind}`)}</Tag>
        <span className="m-quiet">{t('overlays.count', { count, pages: pages.length })}</span>
        {kind === 'package' && own.may && <Disable uid={uid} name={name} own={own} />}
      </header>
      <Progress step={own.step} reason={own.reason} />
      {kind !== 'package' && <p className="m-quiet">{t(`overlays.remove.${kind}`, { uid })}</p>}
      {pages.map((each) => (
        <div key={each.page} className="m-changed-page">
          <h3>
            {titleOf(lang, each)} {titleOf(lang, each) !== each.page && <code>{each.page}</code>}
            {mayRevert && each.changes.length > 1 && (
              <Revert uid={uid} name={name} changes={each.changes} what={titleOf(lang, each)} own={own} />
            )}
          </h3>
          {each.changes.map((change) => (
            <ScreenChange
              key={keyOf(change)}
              change={{ ...change, page: undefined }}
              sides={['overlays.without', 'overlays.with']}
              action={mayRevert && <Revert uid={uid} name={name} changes={[change]} what={change.path} own={own} />}
            />
          ))}
        </div>
      ))}
      {reverted.length > 0 && (
        <div className="m-changed-page">
          <h3>
            {t('overlays.reverted')}
            {own.may && reverted.length > 1 && <Reapply uid={uid} changes={reverted} what={name} own={own} />}
          </h3>
          <ul className="m-reverted">
            {reverted.map((place) => (
              <li key={keyOf(place)}>
                {t(`op.${place.op}`)} {titleOf(lang, place)} <code>{place.path}</code>
                {own.may && <Reapply uid={uid} changes={[place]} what={place.path} own={own} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const keyOf = ({ page, op, path, locale }: OverlayPlace) => `${page} ${op} ${path} ${locale ?? ''}`

/** Changes of what a package does, one at a time; the market is read again after each. */
function useOwnChange() {
  const { t, state, can, reload } = useMarket()
  const { run, step, reason } = useChange()
  return {
    may: can('changeState'),
    step,
    reason,
    /** What the buttons say of it. */
    face: { loading: step !== undefined, ...(state.isLive ? {} : { reason: t('notLive') }) },
    run: async (call: (work: number) => Promise<unknown>) => {
      if (await run(call)) reload()
    },
  }
}

type OwnChange = ReturnType<typeof useOwnChange>

/** Takes all changes of a package away, and its screens. */
function Disable({ uid, name, own }: { uid: string; name: string; own: OwnChange }) {
  const { t, calls } = useMarket()
  const disable = async () => {
    if (!(await confirm(t('disableText', { title: name }), { yes: t('disable') }))) return
    await own.run((work) => calls.changeState(uid, 0, work))
  }
  return (
    <Button size="small" {...own.face} onClick={() => void disable()}>
      {t('disable')}
    </Button>
  )
}

interface RevertProps {
  uid: string
  name: string
  changes: readonly OverlayPlace[]
  /** Their screen, or the place of the only one. */
  what: string
  own: OwnChange
}

/** Takes changes away: one, or all of a screen, which may need each other. */
function Revert({ uid, name, changes, what, own }: RevertProps) {
  const { t, calls } = useMarket()
  const isOne = changes.length === 1
  const revert = async () => {
    const text = t(isOne ? 'overlays.revertText' : 'overlays.revertAllText', { title: name, what })
    if (!(await confirm(text, { yes: t('overlays.revert') }))) return
    await own.run((work) => calls.revert(uid, changes, 1, work))
  }
  return (
    <Button size="small" {...own.face} aria-label={t('overlays.revertOf', { what })} onClick={() => void revert()}>
      {t(isOne ? 'overlays.revert' : 'overlays.revertAll')}
    </Button>
  )
}

/** Puts changes back. */
function Reapply({ uid, changes, what, own }: Omit<RevertProps, 'name'>) {
  const { t, calls } = useMarket()
  return (
    <Button
      size="small"
      {...own.face}
      aria-label={t('overlays.reapplyOf', { what })}
      onClick={() => void own.run((work) => calls.revert(uid, changes, 0, work))}
    >
      {t(changes.length === 1 ? 'overlays.reapply' : 'overlays.reapplyAll')}
    </Button>
  )
}
