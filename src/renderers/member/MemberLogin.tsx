import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { memberOf, type RegisterWay, type SignInNeeds } from '../../runtime/app/member.ts'
import type { Channel } from '../../schemas/codeEvents.ts'
import { Forgot } from '../codes/Forgot.tsx'
import { useRuntime, useT } from '../context.tsx'
import { Logo } from '../shell/Logo.tsx'
import { SignInForm } from '../shell/login/SignInForm.tsx'
import { useSignIn } from '../shell/login/useSignIn.ts'
import { StandalonePage } from '../shell/StandalonePage.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/inputs/Checkbox.tsx'
import { ClosedCentre } from './ClosedCentre.tsx'
import { CodeSignIn } from './CodeSignIn.tsx'
import { RegisterFields, registrationFaults, registrationOf } from './RegisterFields.tsx'
import { TermsLink } from './Terms.tsx'

/** What the site offers here; undefined until the server has said so. */
function useNeeds(): SignInNeeds | undefined {
  const runtime = useRuntime()
  const [needs, setNeeds] = useState<SignInNeeds>()
  useEffect(() => {
    memberOf(runtime)
      .signInNeeds()
      .then(setNeeds, () => undefined) // said already, or signed in and on the way to the member centre
  }, [runtime])
  return needs
}

/** /user/login: signing in by password or by code, and with ?type=register making an account. */
export function MemberLogin() {
  const t = useT()
  const [query] = useSearchParams()
  const needs = useNeeds()
  const ways = needs?.register
  const tab = query.get('type') === 'register' ? 'register' : 'login'
  const register = tab === 'register'
  if (needs?.open === false) return <ClosedCentre />
  return (
    <StandalonePage title={t('member.login.title')}>
      <div className="k-login">
        <div className="k-login-head">
          <Logo size={40} />
          <h1>{t(register ? 'member.login.registerHeading' : 'member.login.heading')}</h1>
          <p>{t(register ? 'member.login.registerText' : 'member.login.text')}</p>
        </div>
        <Tabs tab={tab} />
        {register && ways?.length === 0 ? (
          <p className="m-login-note">{t('member.login.noRegister')}</p>
        ) : register ? (
          <CheckIn key={tab} tab={tab} ways={ways ?? []} />
        ) : (
          <SignInWays codes={needs?.codes ?? []} />
        )}
        <footer className="m-login-note">
          {register ? null : <Forgot />}
          {register && ways?.length !== 0 ? null : <TermsLink />}
        </footer>
      </div>
    </StandalonePage>
  )
}

/** Signing in by password, or by a code where the site sends any. */
function SignInWays({ codes }: { codes: readonly Channel[] }) {
  const t = useT()
  const [byCode, setByCode] = useState(false)
  return (
    <>
      {byCode ? <CodeSignIn ways={codes} /> : <CheckIn tab="login" ways={[]} />}
      {codes.length > 0 ? (
        <p className="m-login-note">
          <Button look="link" onClick={() => setByCode(!byCode)}>
            {t(byCode ? 'member.login.byPassword' : 'member.login.byCode')}
          </Button>
        </p>
      ) : null}
    </>
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

function CheckIn({ tab, ways }: { tab: 'login' | 'register'; ways: readonly RegisterWay[] }) {
  const t = useT()
  const member = memberOf(useRuntime())
  const register = tab === 'register'
  const [chosen, setChosen] = useState<RegisterWay>()
  const way = chosen ?? ways[0] ?? 'name'
  const signIn = useSignIn({
    area: 'user',
    // Who registers by an address has solved the captcha for the code.
    needs: () => (register && way !== 'name' ? Promise.resolve({ captcha: false }) : member.signInNeeds()),
    send: (values, more) => {
      const { username, password, keep } = values
      const own = register ? registrationOf(way, values) : {}
      return member.signIn({ username: username.trim(), password, keep, ...own, ...more }, tab)
    },
    check: (values) =>
      register
        ? { ...registrationFaults(way, values, t), ...(values.agree ? {} : { agree: t('member.login.agreeNeeded') }) }
        : {},
  })
  const choose = (next: RegisterWay) => {
    setChosen(next)
    signIn.set('address', '')
    signIn.set('captcha', '')
  }
  const username = register
    ? { label: t('member.login.account'), hint: t('member.login.accountHelp'), maxLength: 15 }
    : { label: t('member.login.name'), maxLength: 100 }
  return (
    <SignInForm
      signIn={signIn}
      username={username}
      fresh={register}
      submit={t(register ? 'member.login.register' : 'ui.login.submit')}
      terms={
        register ? (
          <Agree checked={signIn.values.agree} error={signIn.faults.agree} onChange={(on) => signIn.set('agree', on)} />
        ) : null
      }
    >
      {register ? <RegisterFields signIn={signIn} ways={ways} way={way} onChoose={choose} /> : null}
    </SignInForm>
  )
}

function Agree({ checked, error, onChange }: { checked: boolean; error: string | undefined; onChange: (on: boolean) => void }) {
  const t = useT()
  return (
    <div>
      <div className="m-login-agree">
        <Checkbox checked={checked} onChange={onChange}>
          {t('member.login.agree')}
        </Checkbox>
        <TermsLink onAccept={() => onChange(true)} />
      </div>
      {error ? (
        <p className="m-login-wrong" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
