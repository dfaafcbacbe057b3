import { useEffect, useState } from 'react'
import { browserStorage } from '../../../runtime/browser.ts'
import type { LoadedPage } from '../../../runtime/page.ts'
import { beginDay, createWorkday, dayPart, togglePause, workedSeconds } from '../../../runtime/screens/workday.ts'
import { useRuntime } from '../../context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useValue } from '../../useValue.ts'

/** How often the time worked is updated, in milliseconds. */
const tick = 10_000

/** A greeting by the hour and the name, what the page says about itself, and the time worked today. */
export default function Welcome({ loaded, remark }: { loaded: LoadedPage; remark: string }) {
  const { t } = loaded
  const { stores } = useRuntime()
  const name = useValue(stores.adminInfo, (admin) => admin.nickname || admin.username)
  const [kept] = useState(() => createWorkday(browserStorage(), new Date()))
  const [now, setNow] = useState(() => new Date())
  const day = useValue(kept.state, (state) => ({ ...state }), sameDay)
  useEffect(() => {
    const timer = setInterval(() => {
      const next = new Date()
      beginDay(kept.state, next)
      setNow(next)
    }, tick)
    return () => {
      clearInterval(timer)
      kept.stop()
    }
  }, [kept])
  const minutes = Math.floor(workedSeconds(day, now) / 60)
  const paused = day.startPauseTime !== 0
  const toggle = () => {
    const at = new Date()
    togglePause(kept.state, at)
    setNow(at)
  }
  return (
    <section className="s-board-welcome" aria-label={t('ui.board.welcome')}>
      <div>
        <h2>{t(`ui.board.hello.${dayPart(now.getHours())}`, { name })}</h2>
        {remark && <p className="s-board-remark">{remark}</p>}
      </div>
      <p className="s-board-worked">
        <Icon name={paused ? 'pause' : 'clock'} />
        <span>{t('ui.board.worked', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</span>
        <Button look="quiet" icon={paused ? 'play' : 'pause'} onClick={toggle}>
          {t(paused ? 'ui.board.continue' : 'ui.board.pause')}
        </Button>
      </p>
    </section>
  )
}

function sameDay(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
