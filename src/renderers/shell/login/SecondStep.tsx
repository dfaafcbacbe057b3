import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../../runtime/callError.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useLoadedWords, type WordsOf } from '../../loadedWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Field } from '../../ui/inputs/Field.tsx'
import { Input } from '../../ui/inputs/Input.tsx'

/** What each way asks for: how its code looks without blanks, and its words. */
const ways = {
  app: {
    shape: /^\d{6}$/,
    text: 'ui.login.second.text',
    label: 'ui.login.second.code',
    needed: 'ui.login.second.codeNeeded',
    other: 'ui.login.second.useRecovery',
  },
  recovery: {
    shape: /^[a-z0-9]{12}$/i,
    text: 'ui.login.second.recoveryText',
    label: 'ui.login.second.recovery',
    needed: 'ui.login.second.recoveryNeeded',
    other: 'ui.login.second.useCode',
  },
} as const

interface SecondStepProps {
  /** Signs in with the code; rejects with what the server said. */
  enter(totp: string): Promise<void>
  onBack(): void
}

/** What is typed, what is wrong with it, and the way in. */
function useCode(enter: SecondStepProps['enter']) {
  const runtime = useRuntime()
  const t = useT()
  const [way, setWay] = useState<keyof typeof ways>('app')
  const [totp, setTotp] = useState('')
  const [fault, setFault] = useState<{ field?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const show = (next: typeof fault) => {
    setFault(next)
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }
  const type = (text: string) => {
    setTotp(text)
    setFault({})
  }
  const change = () => {
    setWay(way === 'app' ? 'recovery' : 'app')
    setTotp('')
    show({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!ways[way].shape.test(totp.replace(/[\s-]/g, ''))) return show({ field: t(ways[way].needed) })
    setBusy(true)
    try {
      await enter(totp)
    } catch (error) {
      // It is said here, beside what it is about: not a second time bottom right.
      runtime.notices.clear()
      if (!(error instanceof CallError)) throw error
      const field = error.fieldErrors.totp
      show(field ? { field } : { form: error.message })
    } finally {
      setBusy(false)
    }
  }
  return { way, totp, fault, busy, form, type, change, submit }
}

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.login.second'),
  en: () => import('virtual:kontor/words/en/ui.login.second'),
}

/** The code of the second factor, in the place of name and password: of the authenticator app, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  return useLoadedWords(words) ? <Step {...props} /> : null
}

function Step({ enter, onBack }: SecondStepProps) {
  const t = useT()
  const { way, totp, fault, busy, form, type, change, submit } = useCode(enter)
  const words = ways[way]
  return (
    <form ref={form} onSubmit={submit} noValidate className="k-login-form" aria-busy={busy}>
      {fault.form ? (
        <p className="k-login-fault" role="alert">
          <Icon name="exclamation-circle" />
          {fault.form}
        </p>
      ) : null}
      <p>{t(words.text)}</p>
      <Field label={t(words.label)} error={fault.field}>
        {(control) => (
          <Input
            {...control}
            key={way}
            required
            name="totp"
            size="large"
            autoFocus
            inputMode={way === 'app' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            spellCheck={false}
            value={totp}
            onChange={type}
          />
        )}
      </Field>
      <Button type="submit" look="primary" size="large" loading={busy}>
        {t('ui.login.submit')}
      </Button>
      <div className="k-login-more">
        <Button look="link" onClick={onBack}>
          {t('ui.login.second.back')}
        </Button>
        <Button look="link" onClick={change}>
          {t(words.other)}
        </Button>
      </div>
    </form>
  )
}
