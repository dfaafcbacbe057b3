import { useState } from 'react'
import { memberOf } from '../../runtime/app/member.ts'
import { useRuntime, useT } from '../context.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { useLoad } from '../useLoad.ts'

const RichView = lazyComponent(() => import('../ui/rich/RichView.tsx').then((module) => module.RichView))

/** There is nothing but text: the keyboard scrolls it while it has the focus. */
const focused = { tabIndex: 0, 'data-autofocus': '' }

/** The way to the terms of service. `onAccept`: they are being accepted, and can be right below their text. */
export function TermsLink({ onAccept }: { onAccept?: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="link" onClick={() => setOpen(true)}>
        {t(onAccept ? 'member.login.readTerms' : 'member.login.terms')}
      </Button>
      {open ? <TermsDialog onAccept={onAccept} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function TermsDialog({ onAccept, onClose }: { onAccept: (() => void) | undefined; onClose: () => void }) {
  const t = useT()
  const member = memberOf(useRuntime())
  const { value: html, reason, reload } = useLoad(() => member.terms(), [member])
  const accept = () => {
    onAccept?.()
    onClose()
  }
  return (
    <Dialog
      open
      shadeCloses
      title={t('member.login.terms')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.controls.close')}</Button>
          {onAccept && html !== undefined ? (
            <Button look="primary" onClick={accept}>
              {t('member.login.termsAgree')}
            </Button>
          ) : null}
        </>
      }
    >
      {reason === '' ? (
        <section className="m-terms" aria-label={t('member.login.terms')} {...focused}>
          {html === undefined ? <Spinner /> : <RichView html={html} />}
        </section>
      ) : (
        <EmptyState
          tone="error"
          icon="exclamation-circle"
          title={t('member.login.termsFailed')}
          text={reason}
          action={<Button onClick={reload}>{t('ui.shell.retry')}</Button>}
        />
      )}
    </Dialog>
  )
}
