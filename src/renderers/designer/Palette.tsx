import type { KindSchema } from '../../schemas/api/designer.ts'
import { Button } from '../ui/Button.tsx'
import { kindLabel, palette } from './model/starters.ts'
import type { Say } from './say.ts'

interface PaletteProps {
  t: Say
  kinds: readonly KindSchema[]
  disabled: boolean
  onAdd(kind: string): void
}

/** Kinds of fields; a press adds a field of the kind at the end. */
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
              <Button key={name} size="small" icon="plus" disabled={disabled} onClick={() => onAdd(name)}>
                {kindLabel(t, name)}
              </Button>
            ))}
        </section>
      ))}
    </nav>
  )
}
