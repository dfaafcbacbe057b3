import type { AskedAgain } from '../../../runtime/http/session.ts'
import { useRuntime, useT } from '../../context.tsx'
import { SignInDialog } from './SignInDialog.tsx'

/** An administrator signs in again over the page. */
export function SignInOver({ asked }: { asked: AskedAgain }) {
  const runtime = useRuntime()
  const t = useT()
  return (
    <SignInDialog
      area="admin"
      asked={asked}
      needs={runtime.signInNeeds}
      send={({ username, password, keep }, more) => runtime.signIn({ username, password, keep, ...more })}
      username={{ label: t('ui.login.username'), maxLength: 30 }}
      logout="/admin/Index/logout"
    />
  )
}
