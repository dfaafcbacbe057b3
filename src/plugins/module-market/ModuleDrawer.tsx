import { useState } from 'react'
import { useLoad } from '../../renderers/face.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { confirm } from '../../renderers/ui/overlays/confirm.ts'
import { Drawer } from '../../renderers/ui/overlays/Drawer.tsx'
import { bundledSigner, type ModuleDetail, moduleState } from '../../schemas/api/market.ts'
import { formatDateTime } from '../../schemas/kinds/clock.ts'
import { BuyDialog } from './BuyDialog.tsx'
import type { Source } from './calls.ts'
import { Logo, StateTag } from './ModuleCard.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { Progress } from './Progress.tsx'
import { introOf, isOwned, type ShownModule, titleOf, useMarket } from './shown.ts'
import { Tables, UninstallDialog } from './UninstallDialog.tsx'
import { useChange } from './useChange.ts'

type Doing = { what: 'plan'; source: Source } | { what: 'uninstall' } | { what: 'buy' } | null

/** One module: what it is, what is there of it, what was done with it, and what can be done. */
export function ModuleDrawer({ shown, onClose }: { shown: ShownModule; onClose(): void }) {
  const { t, lang, calls, reload } = useMarket()
  const [doing, setDoing] = useState<Doing>(null)
  const change = useChange()
  const { installed, about } = shown
  const { value: detail } = useLoad(() => calls.detail(shown.uid), [calls, shown.uid], { fresh: installed })
  const title = titleOf(lang, about)
  const switchTo = async (state: 0 | 1) => {
    if (state === 0 && !(await confirm(t('disableText', { title }), { yes: t('disable') }))) return
    if (await change.run((work) => calls.changeState(shown.uid, state, work))) reload()
  }
  const done = () => {
    setDoing(null)
    reload()
  }
  return (
    <Drawer
      open
      title={title}
      size="medium"
      onClose={onClose}
      footer={
        <Actions shown={shown} busy={change.step !== undefined} onDo={setDoing} onSwitch={(state) => void switchTo(state)} />
      }
    >
      <div className="m-detail">
        <header className="m-detail-head">
          <Logo shown={shown} />
          <p>{introOf(lang, about)}</p>
          <StateTag shown={shown} />
        </header>
        <Progress step={change.step} reason={change.reason} />
        <Facts shown={shown} />
        <Changes shown={shown} />
        {detail && <There detail={detail} />}
      </div>
      {doing?.what === 'plan' && <PlanDialog source={doing.source} title={title} onClose={() => setDoing(null)} onDone={done} />}
      {doing?.what === 'uninstall' && detail && (
        <UninstallDialog uid={shown.uid} title={title} detail={detail} onClose={() => setDoing(null)} onDone={done} />
      )}
      {doing?.what === 'buy' && (
        <BuyDialog uid={shown.uid} title={title} price={about.price} onClose={() => setDoing(null)} onPaid={reload} />
      )}
    </Drawer>
  )
}

interface ActionsProps {
  shown: ShownModule
  busy: boolean
  onDo(doing: Doing): void
  onSwitch(state: 0 | 1): void
}

function Actions({ shown, busy, onDo, onSwitch }: ActionsProps) {
  const { t, can, state } = useMarket()
  const { entry, installed, hasUpdate } = shown
  const [newest = ''] = entry?.versions ?? []
  const off = state.isLive ? {} : { reason: t('notLive') }
  if (shown.part) return <p className="m-quiet">{t('partText', { uid: shown.uid })}</p>
  if (!installed) {
    if (newest === '') return <p className="m-quiet">{t('announcedText')}</p>
    if (!isOwned(shown))
      return can('buy') ? (
        <Button look="primary" {...(state.hasPayments ? {} : { reason: t('noPayments') })} onClick={() => onDo({ what: 'buy' })}>
          {t('buy', { price: shown.about.price })}
        </Button>
      ) : (
        <p className="m-quiet">{t('mayNotBuy')}</p>
      )
    return can('install') ? (
      <Install uid={shown.uid} versions={entry?.versions ?? []} off={off} onDo={onDo} />
    ) : (
      <p className="m-quiet">{t('mayNotInstall')}</p>
    )
  }
  const isOff = installed.state === moduleState.disabled
  return (
    <>
      {can('uninstall') && (
        <Button
          look="danger"
          disabled={busy}
          {...(isOff ? off : { reason: t('disableFirst') })}
          onClick={() => onDo({ what: 'uninstall' })}
        >
          {t('uninstall')}
        </Button>
      )}
      {can('changeState') && (
        <Button loading={busy} {...off} onClick={() => onSwitch(isOff ? 1 : 0)}>
          {t(isOff ? 'enable' : 'disable')}
        </Button>
      )}
      {hasUpdate && can('update') && (
        <Button
          look="primary"
          disabled={busy}
          {...off}
          onClick={() => onDo({ what: 'plan', source: { uid: shown.uid, version: newest } })}
        >
          {t('update', { version: newest })}
        </Button>
      )}
    </>
  )
}

interface InstallProps {
  uid: string
  versions: readonly string[]
  off: { reason?: string }
  onDo(doing: Doing): void
}

/** The newest version, or an earlier one. */
function Install({ uid, versions, off, onDo }: InstallProps) {
  const { t } = useMarket()
  return (
    <>
      {versions.slice(1).map((version) => (
        <Button key={version} {...off} onClick={() => onDo({ what: 'plan', source: { uid, version } })}>
          {t('installVersion', { version })}
        </Button>
      ))}
      <Button look="primary" {...off} onClick={() => onDo({ what: 'plan', source: { uid, version: versions[0] ?? '' } })}>
        {t('install')}
      </Button>
    </>
  )
}

function Facts({ shown: { uid, about, entry, installed, part } }: { shown: ShownModule }) {
  const { t } = useMarket()
  const signer = part ? bundledSigner : installed?.signed_by
  const facts: [string, string][] = [
    ['uid', uid],
    ['author', about.author],
    ['category', t(`categories.${about.category}`)],
    ['version', installed?.version ?? part?.version ?? entry?.version ?? ''],
    ['price', about.price === '0.00' ? t('free') : `¥${about.price}`],
    ['requires', about.requires.join(', ')],
    [
      'signed',
      signer === undefined ? '' : signer === bundledSigner ? t('signedBundled') : signer === '' ? t('notSigned') : signer,
    ],
    ['by', installed ? `${installed.username} ${formatDateTime(installed.update_time).slice(0, 16)}` : ''],
  ]
  return (
    <dl className="m-facts-list">
      {facts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <dt>{t(`fact.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}

function Changes({ shown: { entry } }: { shown: ShownModule }) {
  const { t, lang } = useMarket()
  if (!entry || entry.changes.length === 0) return null
  return (
    <section>
      <h3>{t('changes')}</h3>
      <ul>
        {entry.changes.map(({ version, what }) => (
          <li key={version}>
            <strong>{version}</strong> {what[lang]}
          </li>
        ))}
      </ul>
    </section>
  )
}

function There({ detail: { tables, steps } }: { detail: ModuleDetail }) {
  const { t } = useMarket()
  return (
    <>
      {tables.length > 0 && (
        <section>
          <h3>{t('tables')}</h3>
          <Tables tables={tables} />
        </section>
      )}
      {steps.length > 0 && (
        <section>
          <h3>{t('history')}</h3>
          <ul>
            {steps.slice(0, 10).map((each) => (
              <li key={`${each.create_time} ${each.step} ${each.version}`}>
                {formatDateTime(each.create_time).slice(0, 16)} {t(`step.${each.step}`)}{' '}
                {each.from_version === '' ? each.version : `${each.from_version} → ${each.version}`} {each.username}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
