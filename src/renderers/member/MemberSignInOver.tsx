import { memberOf } from '../../runtime/app/member.ts'
import type { AskedAgain } from '../../runtime/http/session.ts'
import { useRuntime, useT } from '../context.tsx'
import { SignInDialog } from '../shell/login/SignInDialog.tsx'

/** A member signs in again over the page. */
export function MemberSignInOver({ asked }: { asked: AskedAgain }) {
  const member = memberOf(useRuntime())
  const t = useT()
  return (
    <SignInDialog
      area="user"
      asked={asked}
      needs={member.signInNeeds}
      send={({ username, password, keep }, more) =>
        member.signIn({ username: username.trim(), password, keep, ...more }, 'login')
      }
      username={{ label: t('member.login.name'), maxLength: 100 }}
      logout="/api/user/logout"
    />
  )
}
