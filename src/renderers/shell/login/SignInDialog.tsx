import { useRef } from 'react'
import type { AskedAgain, Person } from '../../../runtime/http/session.ts'
import type { Area } from '../../../runtime/navigation/navigation.ts'
import { useRuntime, useT } from '../../context.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { SignInForm } from './SignInForm.tsx'
import { type SignInWay, useSignIn } from './useSignIn.ts'

interface SignInDialogProps extends Pick<SignInWay, 'needs' | 'send'> {
  area: Area
  asked: AskedAgain
  username: { label: string; maxLength: number }
  /** Where a session that somebody else began here is ended. */
  logout: string
}

/**
 * The session has ended, and what was entered in the page stays: the same person signs in and goes on where they were. For another person
 * the page is loaded again, after a warning; leaving leads to the sign-in page.
 */
export function SignInDialog({ area, asked, needs, send, username, logout }: SignInDialogProps) {
  const runtime = useRuntime()
  const { http, session } = runtime
  const t = useT()
  const isOwn = useRef(false)
  const signIn = useSignIn({
    area,
    needs,
    send: async (values, more) => {
      isOwn.current = true
      await send(values, more)
    },
    username: asked.username,
    done: () => undefined,
  })
  const leave = async () => {
    const yes = await confirm(t('again.leave'), {
      title: t('ui.form.discardTitle'),
      yes: t('again.leaveYes'),
      no: t('ui.shell.back'),
      danger: true,
    })
    if (yes) session.leave(area)
  }
  const askAgain = () => {
    const [token, refreshToken] = [session.token(area), session.refreshToken(area)]
    session.askAgain(area)
    // The person who signed in in another tab may be at work there.
    if (isOwn.current) void http.post(logout, { refreshToken }, { token, showError: false, showCodeMessage: false }).catch(ignore)
    isOwn.current = false
  }
  const name = nameOf(asked)
  if (asked.other) return <OtherPerson name={name} other={nameOf(asked.other)} onAskAgain={askAgain} />
  return (
    <Dialog
      open
      size="small"
      className="k-again"
      title={t('again.title')}
      description={t('again.text', { name })}
      onClose={() => void leave()}
    >
      <SignInForm signIn={signIn} username={username} submit={t('ui.login.submit')} again />
      <Button look="link" onClick={() => void leave()}>
        {t('again.leaveYes')}
      </Button>
    </Dialog>
  )
}

function nameOf({ nickname, username }: Person): string {
  return nickname || username
}

function ignore() {}

/** Another person has signed in: either the one before signs in again, or the page is loaded for the other. */
function OtherPerson({ name, other, onAskAgain }: { name: string; other: string; onAskAgain(): void }) {
  const { unsaved } = useRuntime()
  const t = useT()
  const loadAgain = () => {
    unsaved.forget()
    location.reload()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title={t('again.otherTitle', { name: other })}
      description={t('again.otherText', { name, other })}
      onClose={onAskAgain}
      footer={
        <>
          <Button onClick={onAskAgain} data-autofocus="">
            {t('again.asBefore', { name })}
          </Button>
          <Button look="danger" onClick={loadAgain}>
            {t('again.loadAs', { name: other })}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
