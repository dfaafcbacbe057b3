import { useT } from '../../../../src/renderers/context.tsx'
import { IconButton } from '../../../../src/renderers/ui/IconButton.tsx'
import type { Turns } from './useTurns.ts'

/** Back, pause, next, and the position. `what` names the rotating items for screen readers. */
export function TurnButtons({ turns, what }: { turns: Turns; what: string }) {
  const t = useT()
  const { at, count, moving, mayMove } = turns
  const named = (verb: string) => `${verb}: ${what}`
  return (
    <div className="h-turns">
      <IconButton icon="chevron-left" label={named(t('home.previous'))} size="small" tip={false} onClick={() => turns.step(-1)} />
      <span aria-hidden="true">
        {at + 1} / {count}
      </span>
      <IconButton icon="chevron-right" label={named(t('home.next'))} size="small" tip={false} onClick={() => turns.step(1)} />
      {mayMove ? (
        <IconButton
          icon={moving ? 'pause' : 'play'}
          label={named(t(moving ? 'home.pause' : 'home.play'))}
          size="small"
          tip={false}
          onClick={() => turns.setMoving(!moving)}
        />
      ) : null}
    </div>
  )
}
