import { type SyntheticEvent, useState } from 'react'
import type { SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { codePause } from '../../runtime/account/codes.ts'
import { useCaptcha } from '../captcha/useCaptcha.tsx'
import { Button } from '../ui/Button.tsx'
import { Input, type InputProps } from '../ui/inputs/Input.tsx'
import { useWords } from '../ui/words.tsx'
import { useCountdown } from './useCountdown.ts'
import './codes.css'

interface CodeInputProps extends InputProps {
  /** Can a code be asked for with what is entered so far? Asked before the captcha; what is missing is said by the form. */
  mayAsk(): boolean
  /** Has the code sent; false when that failed, which the form says. */
  send(solved: SolvedCaptcha): Promise<boolean>
  /** Nothing runs that could send a code. */
  off?: boolean
}

/** Six digits, and the button that has them sent: after a captcha, and not again for a minute. */
export function CodeInput({ mayAsk, send, off, ...input }: CodeInputProps) {
  const words = useWords()
  const captcha = useCaptcha()
  const { left, start } = useCountdown()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    if (busy || !mayAsk()) return
    setBusy(true)
    try {
      const solved = await captcha.ask()
      if (solved && (await send(solved))) start(codePause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="k-code">
      <Input {...input} autoComplete="one-time-code" maxLength={8} spellCheck={false} />
      <Button
        size={input.size ?? 'normal'}
        loading={busy}
        disabled={off || input.disabled || input.readOnly || left > 0}
        onClick={() => void ask()}
      >
        {left > 0 ? words('ui.codes.again', { seconds: left }) : words('ui.codes.send')}
      </Button>
      <div className="k-code-captcha" {...ownEvents}>
        {captcha.dialog}
      </div>
    </div>
  )
}

/** Events of a dialog reach the form around it in React's tree; Enter there means something else. */
const ownEvents = {
  onKeyDown: (event: SyntheticEvent) => event.stopPropagation(),
  onSubmit: (event: SyntheticEvent) => event.stopPropagation(),
}
