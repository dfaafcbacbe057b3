import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { useT } from '../../../../src/renderers/context.tsx'
import { lazyComponent } from '../../../../src/renderers/lazyComponent.tsx'
import { Button } from '../../../../src/renderers/ui/Button.tsx'
import { Icon } from '../../../../src/renderers/ui/Icon.tsx'
import { IconButton } from '../../../../src/renderers/ui/IconButton.tsx'
import type { WindowNotice } from '../../contract/shopWindow.ts'
import { Way } from './Banners.tsx'
import { TurnButtons } from './TurnButtons.tsx'
import { useTurns } from './useTurns.ts'
import './adverts.css'

const RichView = lazyComponent(() => import('../../../../src/renderers/ui/rich/RichView.tsx').then((module) => module.RichView))

/** Notices closed in this visit: hidden until the page reloads. */
const closedHere = new Set<number>()

/** What the shop has to say: notices that take turns share a line, the others have one each. */
export function Notices({ notices }: { notices: readonly WindowNotice[] }) {
  const t = useT()
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set(closedHere))
  const open = notices.filter(({ id }) => !closed.has(id))
  const close = (id: number) => {
    closedHere.add(id)
    setClosed(new Set(closedHere))
  }
  if (open.length === 0) return null
  const turning = open.filter(({ turns }) => turns)
  return (
    <section className="h-notices" aria-label={t('home.notices')}>
      {turning.length > 0 ? <TurningNotices notices={turning} onClose={close} /> : null}
      {open
        .filter(({ turns }) => !turns)
        .map((notice) => (
          <Notice key={notice.id} notice={notice} onClose={close} />
        ))}
    </section>
  )
}

function TurningNotices({ notices, onClose }: { notices: readonly WindowNotice[]; onClose: (id: number) => void }) {
  const t = useT()
  const turns = useTurns(notices.length)
  const buttons = notices.length > 1 ? <TurnButtons turns={turns} what={t('home.notices')} /> : null
  return (
    <div className="h-slides" {...turns.held}>
      {notices.map((notice, i) => (
        <div key={notice.id} className="h-slide" inert={i !== turns.at}>
          <Notice notice={notice} onClose={onClose}>
            {i === turns.at ? buttons : null}
          </Notice>
        </div>
      ))}
    </div>
  )
}

interface NoticeProps {
  notice: WindowNotice
  onClose: (id: number) => void
  children?: ReactNode
}

function Notice({ notice, onClose, children }: NoticeProps) {
  const t = useT()
  const id = useId()
  const [told, setTold] = useState(false)
  return (
    <div className="h-notice">
      <div className="h-notice-line" style={coloursOf(notice)}>
        {notice.icon ? <Icon name={notice.icon} /> : null}
        <p>
          <Way to={notice.link}>{notice.text}</Way>
        </p>
        {notice.detail ? (
          <Button look="quiet" size="small" aria-expanded={told} aria-controls={id} onClick={() => setTold(!told)}>
            {t('home.details')}
          </Button>
        ) : null}
        {children}
        {notice.closable ? (
          <IconButton
            icon="times"
            size="small"
            tip={false}
            label={`${t('home.closeNotice')}: ${notice.text}`}
            onClick={() => onClose(notice.id)}
          />
        ) : null}
      </div>
      <div id={id} className="h-notice-detail" hidden={!told}>
        {told ? <RichView html={notice.detail} /> : null}
      </div>
    </div>
  )
}

/** The notice's own colours, which the dark theme darkens. */
function coloursOf({ color, background }: WindowNotice): CSSProperties {
  return { '--own-ink': color, '--own-bg': background } as CSSProperties
}
