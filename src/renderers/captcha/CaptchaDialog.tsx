import { useEffect, useRef, useState } from 'react'
import type { SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { useT } from '../context.tsx'
import { useLoadedWords, type WordsOf } from '../loadedWords.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { PictureForm } from './PictureForm.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import './captcha.css'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.captcha'),
  en: () => import('virtual:kontor/words/en/ui.captcha'),
}

interface CaptchaDialogProps {
  onEnd(solved: SolvedCaptcha | null): void
}

/** Asks for two clicks in a picture, or for the answer to a question; resolves to null when closed. */
export function CaptchaDialog(props: CaptchaDialogProps) {
  return useLoadedWords(words) ? <Captcha {...props} /> : null
}

function Captcha({ onEnd }: CaptchaDialogProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  // The first picture says whether the server has questions: then the link to them takes the focus.
  const [hasQuestion, setHasQuestion] = useState(false)
  const way = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasQuestion) way.current?.focus({ preventScroll: true })
  }, [hasQuestion])
  return (
    <Dialog
      open
      size="small"
      className="k-captcha"
      title={t('ui.captcha.title')}
      onClose={() => onEnd(null)}
      footer={
        hasQuestion && (
          <Button ref={way} data-autofocus look="link" icon={asking ? 'image' : 'comment'} onClick={() => setAsking(!asking)}>
            {t(asking ? 'ui.captcha.image' : 'ui.captcha.question')}
          </Button>
        )
      }
    >
      {asking ? <QuestionForm onSolved={onEnd} /> : <PictureForm onSolved={onEnd} onAsked={setHasQuestion} />}
    </Dialog>
  )
}
