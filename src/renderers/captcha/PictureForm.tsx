import { type MouseEvent, useRef, useState } from 'react'
import { askPicture, type CaptchaPicture, type Click, clicksInfo, type SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { useRuntime, useT } from '../context.tsx'
import { numbered } from '../numbered.ts'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Said } from './Said.tsx'
import { useChallenge } from './useChallenge.ts'

export interface ChallengeProps {
  onSolved: (solved: SolvedCaptcha) => void
  /** Called with each picture: whether the server would offer a question instead. */
  onAsked?: (question: boolean) => void
}

/** What to click, and the picture. */
export function PictureForm({ onSolved, onAsked }: ChallengeProps) {
  const t = useT()
  const { http } = useRuntime()
  const { challenge, failed, verdict, again, judge } = useChallenge(
    (id) =>
      askPicture(http, id).then((picture) => {
        onAsked?.(picture.question === true)
        return picture
      }),
    onSolved,
  )
  return (
    <>
      <div className="k-captcha-order">
        <p>
          {t('ui.captcha.order')} <strong>{challenge ? challenge.text.join(' ') : ''}</strong>
        </p>
        <IconButton icon="refresh" label={t('ui.captcha.refresh')} disabled={verdict === 'right'} onClick={again} />
      </div>
      <div className="k-captcha-place">
        {challenge ? (
          <Picture key={challenge.id} challenge={challenge} settled={verdict !== null} onClicks={judge} />
        ) : failed ? (
          <Button look="quiet" icon="refresh" onClick={again}>
            {t('ui.captcha.failed')}
          </Button>
        ) : (
          <Spinner label={t('ui.captcha.loading')} />
        )}
      </div>
      <Said verdict={verdict} wrong={t('ui.captcha.wrong')} />
    </>
  )
}

interface PictureProps {
  challenge: CaptchaPicture
  /** Already checked: further clicks do not count. */
  settled: boolean
  onClicks: (info: string) => Promise<void>
}

/** The picture with the clicks so far; a click on one of them takes it away. The last one needed sends them. */
function Picture({ challenge, settled, onClicks }: PictureProps) {
  const t = useT()
  const image = useRef<HTMLImageElement>(null)
  const [clicks, setClicks] = useState<readonly Click[]>([])
  const full = clicks.length >= challenge.text.length
  const add = (event: MouseEvent) => {
    // Pressed by keyboard a button has no place: then the question is the way.
    if (full || settled || !image.current || event.detail === 0) return
    const { left, top, width, height } = image.current.getBoundingClientRect()
    const next = [...clicks, { x: event.clientX - left, y: event.clientY - top }]
    setClicks(next)
    if (next.length === challenge.text.length) void onClicks(clicksInfo(next, width, height))
  }
  return (
    <>
      <button
        type="button"
        className="k-captcha-picture"
        onClick={add}
        aria-label={t(challenge.question ? 'ui.captcha.picture' : 'ui.captcha.pictureOnly')}
      >
        <img ref={image} src={challenge.base64} alt="" width={challenge.width} height={challenge.height} draggable={false} />
      </button>
      {numbered(clicks).map(({ item: click, at: i }) => (
        <button
          key={i}
          type="button"
          className="k-captcha-mark"
          style={{ left: click.x, top: click.y }}
          disabled={full}
          aria-label={t('ui.captcha.remove', { n: i + 1 })}
          onClick={() => setClicks(clicks.filter((_, at) => at !== i))}
        >
          {i + 1}
        </button>
      ))}
    </>
  )
}
