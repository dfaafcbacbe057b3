import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { CallError } from '../../runtime/callError.ts'
import type { LoadedPage } from '../../runtime/page.ts'
import { useRuntime } from '../context.tsx'
import type { ScreenProps } from '../define.ts'
import { Button } from '../ui/Button.tsx'
import { Tag } from '../ui/display/Tag.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useValue } from '../useValue.ts'
import { callsOf, type State } from './calls.ts'
import { Prove } from './Prove.tsx'
import { TurnOn } from './TurnOn.tsx'
import './secondFactor.css'

/** With so few recovery codes left, the person is advised to create new ones. */
const few = 3

type Doing = 'turnOn' | 'turnOff' | 'renew'

/** Is it on, and what can be done about it. */
export function SecondFactor({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const id = useId()
  const { t } = loaded
  const name = useValue(runtime.stores.adminInfo, (state) => state.username)
  const calls = useMemo(() => callsOf(runtime), [runtime])
  const { state, failed, read } = useOwnState(calls)
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => {
    setDoing(null)
    void read()
  }
  const prove = { t, name, onClose: close }
  return (
    <section className="s-form-section sf-section" aria-labelledby={id}>
      <div className="sf-head">
        <h3 id={id}>{t('second-factor.title')}</h3>
        {state && <Tag severity={state.on ? 'success' : 'info'}>{t(state.on ? 'second-factor.on' : 'second-factor.off')}</Tag>}
      </div>
      <p className="k-help">{t('second-factor.text')}</p>
      {failed ? (
        <p className="sf-line" role="alert">
          {t('second-factor.failed')}
          <Button size="small" onClick={() => void read()}>
            {t('second-factor.retry')}
          </Button>
        </p>
      ) : state ? (
        <Doings t={t} state={state} onDo={setDoing} />
      ) : (
        <Skeleton width={160} height={32} />
      )}
      {doing === 'turnOn' && <TurnOn t={t} calls={calls} name={name} onClose={close} />}
      {doing === 'renew' && (
        <Prove {...prove} title={t('second-factor.renew')} text={t('second-factor.renewText')} run={calls.renew} />
      )}
      {doing === 'turnOff' && (
        <Prove
          {...prove}
          danger
          title={t('second-factor.end')}
          text={t('second-factor.endText')}
          run={async (proof) => void (await calls.end(proof))}
        />
      )}
    </section>
  )
}

function Doings({ t, state, onDo }: { t: LoadedPage['t']; state: State; onDo(doing: Doing): void }) {
  if (!state.on) {
    return (
      <div className="sf-line">
        <Button icon="shield" onClick={() => onDo('turnOn')}>
          {t('second-factor.turnOn')}
        </Button>
      </div>
    )
  }
  const scarce = state.recoveryLeft <= few
  return (
    <div className="sf-line">
      <Button icon="refresh" onClick={() => onDo('renew')}>
        {t('second-factor.renew')}
      </Button>
      <Button onClick={() => onDo('turnOff')}>{t('second-factor.turnOff')}</Button>
      <span className={scarce ? 'sf-few' : 'k-help'}>
        {t(scarce ? 'second-factor.few' : 'second-factor.left', { n: state.recoveryLeft })}
      </span>
    </div>
  )
}

/** Whether it is on, read when the section is drawn and whenever something was done. */
function useOwnState(calls: ReturnType<typeof callsOf>) {
  const [state, setState] = useState<State | null>(null)
  const [failed, setFailed] = useState(false)
  const read = useCallback(async () => {
    try {
      setState(await calls.state())
      setFailed(false)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.failure !== 'cancelled') setFailed(true)
    }
  }, [calls])
  useEffect(() => void read(), [read])
  return { state, failed, read }
}
