import { useState } from 'react'
import type { LoadedPage } from '../../runtime/page.ts'
import { copyText } from '../copyText.ts'
import { Button } from '../ui/Button.tsx'

/** A button that copies, and says whether it could. */
export function Copy({ t, text }: { t: LoadedPage['t']; text: string }) {
  const [said, say] = useState('')
  const copy = async () => say(t((await copyText(text)) ? 'second-factor.copied' : 'second-factor.notCopied'))
  return (
    <>
      <Button icon="copy" size="small" onClick={() => void copy()}>
        {t('second-factor.copy')}
      </Button>
      <span role="status" className="sf-said">
        {said}
      </span>
    </>
  )
}
