import { type FormEvent, useId, useRef, useState } from 'react'
import type { LoadedPage } from '../../runtime/page.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Codes } from './Codes.tsx'
import type { Proof } from './calls.ts'
import { Code, OwnPassword, Said } from './fields.tsx'
import { useFocusOn, useSend } from './useSend.ts'

interface ProveProps {
  t: LoadedPage['t']
  title: string
  text: string
  name: string
  danger?: boolean
  /** Proves the factor; returns recovery codes when new ones were issued. */
  run(proof: Proof): Promise<readonly string[] | undefined>
  onClose(): void
}

/** What takes the password and a code: turning it off, and new recovery codes, which are then shown. */
export function Prove({ t, title, text, name, danger = false, run, onClose }: ProveProps) {
  const id = useId()
  const sending = useSend()
  const [typed, setTyped] = useState<Proof>({ password: '', totp: '' })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useFocusOn(box, codes)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const password = typed.password === '' ? t('second-factor.passwordNeeded') : undefined
    const totp = typed.totp.trim() === '' ? t('second-factor.proofNeeded') : undefined
    if (password || totp) return sending.show({ password, totp })
    void sending.send(async () => {
      const fresh = await run(typed)
      if (fresh) setCodes(fresh)
      else onClose()
    })
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        codes ? (
          <Button look="primary" onClick={onClose}>
            {t('second-factor.kept')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('second-factor.cancel')}</Button>
            <Button look={danger ? 'danger' : 'primary'} type="submit" form={id} loading={sending.busy}>
              {title}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <div ref={box} className="sf-form">
          <Codes t={t} name={name} codes={codes} />
        </div>
      ) : (
        <form id={id} ref={sending.form} onSubmit={submit} noValidate className="sf-form">
          <Said faults={sending.faults} />
          <p>{text}</p>
          <OwnPassword
            t={t}
            value={typed.password}
            error={sending.faults.password}
            onChange={(password) => setTyped({ ...typed, password })}
          />
          <Code t={t} recovery value={typed.totp} error={sending.faults.totp} onChange={(totp) => setTyped({ ...typed, totp })} />
        </form>
      )}
    </Dialog>
  )
}
