import { useRuntime } from '../../../../../src/renderers/context.tsx'
import type { ScreenProps } from '../../../../../src/renderers/define.ts'
import { useLoadedWords } from '../../../../../src/renderers/loadedWords.ts'
import { memberOf } from '../../../../../src/runtime/app/member.ts'
import { storeWords } from '../load.ts'
import { SignIn } from './SignIn.tsx'
import '../frame/frame.css'
import './offers.css'

/** The ladder of check-ins on the member's overview, whose figures follow a check-in. */
export function OverviewSignIn({ reload }: ScreenProps) {
  const runtime = useRuntime()
  const hasWords = useLoadedWords(storeWords)
  if (!hasWords) return null
  const renew = () => {
    reload?.()
    // The points beside the menu may be old; that they could not be read again is no reason to stop.
    void memberOf(runtime)
      .boot({ quiet: true })
      .catch(() => undefined)
  }
  return (
    <div className="st-parts">
      <SignIn onSigned={renew} />
    </div>
  )
}
