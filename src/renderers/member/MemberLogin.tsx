import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { memberOf } from '../../runtime/member.ts'
import { Forgot } from '../codes/Forgot.tsx'
import { useRuntime, useT } from '../shell/context.tsx'
import { Logo } from '../shell/Logo.tsx'
import { Lone } from '../shell/Lone.tsx'
import { SignInForm } from '../shell/SignInForm.tsx'
import { useSignIn } from '../shell/useSignIn.ts'
import { Checkbox } from '../ui/Checkbox.tsx'

/** May new members register? True until the server has said otherwise. */
function useRegister(): boolean {
  const runtime = useRuntime()
  const [open, setOpen] = useState(true)
  useEffect(() => {
    memberOf(runtime)
      .signInNeeds()
      .then(
        ({ register }) => setOpen(register),
        () => undefined, // said already, or signed in and on the way to the member centre
      )
  }, [runtime])
  return open
}

/** /user/login: signing in, and with ?type=register making an account. */
export function MemberLogin() {
  const t = useT()
  const [query] = useSearchParams()
  const mayRegister = useRegister()
  const tab = query.get('type') === 'register' ? 'register' : 'login'
  const register = tab === 'register'
  return (
    <Lone title={t('member.login.title')}>
      <div className="k-login">
        <div className="k-login-head">
          <Logo size={40} />
          <h1>{t(register ? 'member.login.registerHeading' : 'member.login.heading')}</h1>
          <p>{t(register ? 'member.login.registerText' : 'member.login.text')}</p>
        </div>
        <Tabs tab={tab} />
        {register && !mayRegister ? (
          <p className="m-login-note">{t('member.login.noRegister')}</p>
        ) : (
          <CheckIn key={tab} tab={tab} />
        )}
        {register ? null : (
          <div className="m-login-note">
            <Forgot />
          </div>
        )}
      </div>
    </Lone>
  )
}

function Tabs({ tab }: { tab: 'login' | 'register' }) {
  const t = useT()
  const { state } = useLocation()
  const [query] = useSearchParams()
  return (
    <nav className="m-login-tabs" aria-label={t('member.login.tabs')}>
      {(['login', 'register'] as const).map((each) => {
        const next = new URLSearchParams(query)
        next.set('type', each)
        return (
          <Link key={each} to={`?${next}`} replace state={state} aria-current={each === tab ? 'page' : undefined}>
            {t(`member.login.${each}Tab`)}
          </Link>
        )
      })}
    </nav>
  )
}

function CheckIn({ tab }: { tab: 'login' | 'register' }) {
  const t = useT()
  const member = memberOf(useRuntime())
  const register = tab === 'register'
  const signIn = useSignIn({
    area: 'user',
    needs: member.signInNeeds,
    send: ({ username, password, keep }, more) => member.signIn({ username: username.trim(), password, keep, ...more }, tab),
    check: ({ agree }) => (register && !agree ? { agree: t('member.login.agreeNeeded') } : {}),
  })
  const username = register
    ? { label: t('member.login.account'), hint: t('member.login.accountHelp'), maxLength: 15 }
    : { label: t('member.login.name'), maxLength: 100 }
  return (
    <SignInForm
      signIn={signIn}
      username={username}
      fresh={register}
      submit={t(register ? 'member.login.register' : 'ui.login.submit')}
    >
      {register ? (
        <Agree checked={signIn.values.agree} error={signIn.faults.agree} onChange={(on) => signIn.set('agree', on)} />
      ) : null}
    </SignInForm>
  )
}

function Agree({ checked, error, onChange }: { checked: boolean; error: string | undefined; onChange: (on: boolean) => void }) {
  const t = useT()
  return (
    <div>
      <Checkbox checked={checked} onChange={onChange}>
        {t('member.login.agree')}
      </Checkbox>
      {error ? (
        <p className="m-login-wrong" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
