import { Tag } from '../../renderers/ui/display/Tag.tsx'
import { Icon } from '../../renderers/ui/Icon.tsx'
import { moduleState } from '../../schemas/api/market.ts'
import { introOf, type ShownModule, titleOf, useMarket } from './shown.ts'

/** One module: its picture, name and state; the whole card opens it. */
export function ModuleCard({ shown, onOpen }: { shown: ShownModule; onOpen(): void }) {
  const { t, lang } = useMarket()
  const { about, entry, installed, part } = shown
  const version = installed?.version ?? part?.version ?? entry?.version ?? ''
  return (
    <li className="m-card">
      <Logo shown={shown} />
      <div className="m-card-text">
        <h2>
          <button type="button" className="m-open" onClick={onOpen}>
            {titleOf(lang, about)}
          </button>
        </h2>
        <p className="m-intro">{introOf(lang, about)}</p>
        <p className="m-facts">
          <span>{t(`categories.${about.category}`)}</span>
          {about.author !== '' && <span>{about.author}</span>}
          {version !== '' && <span>{version}</span>}
        </p>
      </div>
      <div className="m-card-state">
        <StateTag shown={shown} />
      </div>
    </li>
  )
}

/** Its picture, or a sign where it has none. */
export function Logo({ shown: { entry } }: { shown: ShownModule }) {
  return (
    <span className="m-logo" aria-hidden="true">
      {entry?.logo ? <img src={entry.logo} alt="" width={40} height={40} /> : <Icon name="box" />}
    </span>
  )
}

/** What is the case with it: its state, an update, or its price. */
export function StateTag({ shown }: { shown: ShownModule }) {
  const { t } = useMarket()
  const { installed, part, hasUpdate, entry, about } = shown
  if (installed)
    return (
      <>
        {installed.state === moduleState.disabled ? (
          <Tag>{t('state.disabled')}</Tag>
        ) : (
          <Tag severity="success">{t('state.installed')}</Tag>
        )}
        {hasUpdate && <Tag severity="primary">{t('state.update', { version: entry?.version ?? '' })}</Tag>}
        {installed.conflicts > 0 && <Tag severity="danger">{t('state.conflict')}</Tag>}
      </>
    )
  if (part) return <Tag severity="success">{t('state.installed')}</Tag>
  if (entry?.versions.length === 0) return <Tag>{t('state.announced')}</Tag>
  if (about.price === '0.00') return <span className="m-price">{t('free')}</span>
  return entry?.isBought ? <Tag severity="success">{t('state.bought')}</Tag> : <span className="m-price">¥{about.price}</span>
}
