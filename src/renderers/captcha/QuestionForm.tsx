import { type FormEvent, useEffect, useRef, useState } from 'react'
import { answerInfo, askQuestion, type SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { useRuntime, useT } from '../context.tsx'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { Said } from './Said.tsx'
import { useChallenge } from './useChallenge.ts'

/** A sum in words: for the keyboard, and for who sees no pictures. */
export function QuestionForm({ onSolved }: { onSolved: (solved: SolvedCaptcha) => void }) {
  const t = useT()
  const { http } = useRuntime()
  const { challenge, failed, verdict, again, judge } = useChallenge((id) => askQuestion(http, id), onSolved)
  if (failed)
    return (
      <div className="k-captcha-place">
        <Button look="quiet" icon="refresh" onClick={again}>
          {t('ui.captcha.failed')}
        </Button>
      </div>
    )
  return (
    <>
      {challenge ? (
        <Question key={challenge.id} question={challenge.question} settled={verdict !== null} onAnswer={judge} onAgain={again} />
      ) : (
        <div className="k-captcha-place">
          <Spinner label={t('ui.captcha.loading')} />
        </div>
      )}
      <Said verdict={verdict} wrong={t('ui.captcha.wrongAnswer')} />
    </>
  )
}

interface QuestionProps {
  question: string
  /** Already checked: further answers do not count. */
  settled: boolean
  onAnswer: (info: string) => Promise<void>
  onAgain: () => void
}

function Question({ question, settled, onAnswer, onAgain }: QuestionProps) {
  const t = useT()
  const [answer, setAnswer] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // a portal's events reach the form it was opened from
    if (!settled && answer.trim() !== '') void onAnswer(answerInfo(answer))
  }
  return (
    <form className="k-captcha-question" onSubmit={submit}>
      <Field label={question} help={t('ui.captcha.answer')}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="captcha"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={answer}
            onChange={setAnswer}
          />
        )}
      </Field>
      <div className="k-captcha-order">
        <Button type="submit" look="primary" disabled={settled || answer.trim() === ''}>
          {t('ui.captcha.submit')}
        </Button>
        <IconButton icon="refresh" label={t('ui.captcha.newQuestion')} onClick={onAgain} />
      </div>
    </form>
  )
}
