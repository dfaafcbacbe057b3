import { type FormEvent, useId, useRef, useState } from 'react'
import type { LoadedPage } from '../../runtime/page.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Codes } from './Codes.tsx'
import { Copy } from './Copy.tsx'
import type { callsOf, SetUp } from './calls.ts'
import { Code, isCode, OwnPassword, Said } from './fields.tsx'
import { useFocusOn, useSend } from './useSend.ts'

interface TurnOnProps {
  t: LoadedPage['t']
  calls: ReturnType<typeof callsOf>
  name: string
  onClose(): void
}

/** The three steps: what is typed, what the server gave, and the way on. */
function useSteps({ t, calls }: Pick<TurnOnProps, 't' | 'calls'>) {
  const sending = useSend()
  const [typed, setTyped] = useState({ password: '', totp: '' })
  const [setUp, setSetUp] = useState<SetUp | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const step = codes ? 3 : setUp ? 2 : 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 1 && typed.password === '') return sending.show({ password: t('second-factor.passwordNeeded') })
    if (step === 2 && !isCode(typed.totp)) return sending.show({ totp: t('second-factor.codeNeeded') })
    void sending.send(async () => {
      if (step === 1) setSetUp(await calls.start(typed.password))
      else setCodes(await calls.confirm(typed.totp))
      sending.show({})
    })
  }
  return { sending, typed, setTyped, setUp, codes, step, submit }
}

/** Turns it on in three steps: the password; the key into the app and its first code; the recovery codes. */
export function TurnOn({ t, calls, name, onClose }: TurnOnProps) {
  const id = useId()
  const steps = useSteps({ t, calls })
  const { sending, codes, step } = steps
  const box = useRef<HTMLDivElement>(null)
  useFocusOn(box, step)
  return (
    <Dialog
      open
      title={t('second-factor.title')}
      onClose={onClose}
      footer={
        codes ? (
          <Button look="primary" onClick={onClose}>
            {t('second-factor.kept')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('second-factor.cancel')}</Button>
            <Button look="primary" type="submit" form={id} loading={sending.busy}>
              {t(step === 1 ? 'second-factor.next' : 'second-factor.turnOn')}
            </Button>
          </>
        )
      }
    >
      <div ref={box} className="sf-form">
        <p className="k-help" role="status">
          {t('second-factor.step', { n: step })}
        </p>
        <Said faults={sending.faults} />
        {codes ? (
          <>
            <p>{t('second-factor.isOn')}</p>
            <Codes t={t} name={name} codes={codes} />
          </>
        ) : (
          <Asked key={step} t={t} id={id} steps={steps} />
        )}
      </div>
    </Dialog>
  )
}

/** What the first two steps ask for. */
function Asked({ t, id, steps }: { t: LoadedPage['t']; id: string; steps: ReturnType<typeof useSteps> }) {
  const { sending, typed, setTyped, setUp, submit } = steps
  const { password, totp } = sending.faults
  return (
    <form id={id} ref={sending.form} onSubmit={submit} noValidate className="sf-form">
      {setUp ? (
        <>
          <Scan t={t} setUp={setUp} />
          <Code t={t} value={typed.totp} error={totp} onChange={(text) => setTyped({ ...typed, totp: text })} />
        </>
      ) : (
        <>
          <p>{t('second-factor.startText')}</p>
          <OwnPassword
            t={t}
            value={typed.password}
            error={password}
            onChange={(text) => setTyped({ ...typed, password: text })}
          />
        </>
      )}
    </form>
  )
}

/** The key as a picture, as text and as a link. */
function Scan({ t, setUp: { key, link, qr } }: { t: LoadedPage['t']; setUp: SetUp }) {
  return (
    <>
      <p>{t('second-factor.scan')}</p>
      <div className="sf-scan">
        <img className="sf-qr" src={qr} alt={t('second-factor.qr')} width={184} height={184} />
        <div className="sf-key">
          <span className="k-label">{t('second-factor.key')}</span>
          <code>{key}</code>
          <div className="sf-line">
            <Copy t={t} text={key.replaceAll(' ', '')} />
          </div>
          <a href={link}>{t('second-factor.open')}</a>
        </div>
      </div>
    </>
  )
}
