import { useRuntime, useT } from '../../context.tsx'
import { Logo } from '../Logo.tsx'
import { StandalonePage } from '../StandalonePage.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useSignIn } from './useSignIn.ts'

/** /admin/login. */
export function Login() {
  const t = useT()
  const runtime = useRuntime()
  const signIn = useSignIn({
    area: 'admin',
    needs: runtime.signInNeeds,
    send: ({ username, password, keep }, more) => runtime.signIn({ username, password, keep, ...more }),
  })
  return (
    <StandalonePage title={t('ui.login.title')}>
      <div className="k-login">
        <div className="k-login-head">
          <Logo size={40} />
          <h1>{t('ui.login.heading')}</h1>
          <p>{t('ui.login.text')}</p>
        </div>
        <SignInForm signIn={signIn} username={{ label: t('ui.login.username'), maxLength: 30 }} submit={t('ui.login.submit')} />
      </div>
    </StandalonePage>
  )
}
