import { useEffect, useRef, useState } from 'react'
import { lensScreen } from '../../runtime/account/lens.ts'
import type { LoadedPage } from '../../runtime/page.ts'
import { useRuntime } from '../context.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useValue } from '../useValue.ts'
import { readSubjects, reasonOf } from './calls.ts'
import { Missing } from './Missing.tsx'
import './lens.css'

/** Above everything while somebody is looked through: who, what they lack here, and the way out. */
export default function LensBar() {
  const runtime = useRuntime()
  const key = runtime.lens.key()
  const loaded = useWords()
  const name = useName(key)
  const [open, setOpen] = useState(false)
  const page = useValue(runtime.stores.tabs, ({ activeRoute }) => activeRoute?.route.pageId ?? null)
  const ref = useHeightAbove(loaded !== undefined)
  if (!loaded) return null
  const { t } = loaded
  return (
    <section ref={ref} className="l-bar" data-above-modals="" aria-label={t('lens.screen.bar')}>
      <div className="l-bar-line">
        <Icon name="eye" />
        <p role="status">{t('lens.screen.viewing', { name })}</p>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('lens.screen.missing')}
        </Button>
        <Button
          size="small"
          look="primary"
          onClick={() => runtime.lens.end(`/admin/${lensScreen}?of=${encodeURIComponent(key)}`)}
        >
          {t('lens.screen.end')}
        </Button>
      </div>
      {open && <Missing t={t} of={key} name={name} page={page} />}
    </section>
  )
}

/** Publishes the height of the bar to dialogs and drawers, which start below it. */
function useHeightAbove(isDrawn: boolean) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const el = bar.current
    if (!isDrawn || !el) return
    const { style } = document.documentElement
    const sized = new ResizeObserver(() => style.setProperty('--above', `${el.offsetHeight}px`))
    sized.observe(el)
    return () => {
      sized.disconnect()
      style.removeProperty('--above')
    }
  }, [isDrawn])
  return bar
}

function useWords(): LoadedPage | undefined {
  const runtime = useRuntime()
  const [loaded, setLoaded] = useState(() => runtime.pages.peek(lensScreen))
  useEffect(() => {
    runtime.page(lensScreen).then(setLoaded, () => undefined)
  }, [runtime])
  return loaded
}

/** What the list of roles and persons calls who is looked through; their key until that is known. */
function useName(key: string): string {
  const runtime = useRuntime()
  const [name, setName] = useState(key)
  useEffect(() => {
    const leaving = new AbortController()
    readSubjects(runtime, { query: '', page: 1, limit: 1, initValue: [key], signal: leaving.signal }).then(
      ({ list: [first] }) => first && setName(first.label),
      reasonOf,
    )
    return () => leaving.abort()
  }, [runtime, key])
  return name
}
