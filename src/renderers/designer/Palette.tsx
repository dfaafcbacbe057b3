import type { KindSchema } from '../../schemas/api/designer.ts'
import { Button } from '../ui/Button.tsx'
import { useSource } from '../ui/display/Sorting.tsx'
import { kindLabel, palette } from './model/starters.ts'
import type { Say } from './say.ts'

interface PaletteProps {
  t: Say
  kinds: readonly KindSchema[]
  disabled: boolean
  onAdd(kind: string): void
}

/** Kinds of fields; a press adds a field of the kind at the end, dragging puts it among the others. */
export function Palette({ t, kinds, disabled, onAdd }: PaletteProps) {
  const known = new Set(kinds.map(({ name }) => name))
  return (
    <nav className="d-palette" aria-label={t('designer.palette')}>
      {Object.entries(palette).map(([group, names]) => (
        <section key={group}>
          <h2>{t(`designer.group.${group}`)}</h2>
          {names
            .filter((name) => known.has(name))
            .map((name) => (
              <OneKind key={name} name={name} label={kindLabel(t, name)} disabled={disabled} onAdd={onAdd} />
            ))}
        </section>
      ))}
    </nav>
  )
}

interface OneKindProps extends Pick<PaletteProps, 'disabled' | 'onAdd'> {
  name: string
  label: string
}

function OneKind({ name, label, disabled, onAdd }: OneKindProps) {
  const { ref, away, isDragging, onPointerDown } = useSource(name, disabled)
  return (
    <Button
      ref={ref}
      size="small"
      icon="plus"
      disabled={disabled}
      style={{ transform: away ? `translate(${away.x}px, ${away.y}px)` : undefined }}
      data-held={isDragging ? '' : undefined}
      onClick={() => onAdd(name)}
      onPointerDown={onPointerDown}
    >
      {label}
    </Button>
  )
}
