import { useState } from 'react'
import type { SolvedCaptcha } from '../../runtime/captcha.ts'
import { useT } from '../shell/context.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PictureForm } from './PictureForm.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import './captcha.css'

/** Asks for two clicks in a picture, or for the answer to a question; closed without either, it gives null. */
export function CaptchaDialog({ onEnd }: { onEnd: (solved: SolvedCaptcha | null) => void }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const Form = asking ? QuestionForm : PictureForm
  return (
    <Dialog
      open
      size="small"
      className="k-captcha"
      title={t('ui.captcha.title')}
      onClose={() => onEnd(null)}
      footer={
        <Button data-autofocus look="link" icon={asking ? 'image' : 'comment'} onClick={() => setAsking(!asking)}>
          {t(asking ? 'ui.captcha.image' : 'ui.captcha.question')}
        </Button>
      }
    >
      <Form onSolved={onEnd} />
    </Dialog>
  )
}
