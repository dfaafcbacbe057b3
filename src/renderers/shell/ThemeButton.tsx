import { setDark } from '../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../context.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useValue } from '../useValue.ts'

/** Light or dark. */
export function ThemeButton() {
  const { layout } = useRuntime().stores
  const t = useT()
  const isDark = useValue(layout, (now) => now.isDark)
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={t(isDark ? 'ui.shell.toLight' : 'ui.shell.toDark')}
      onClick={() => setDark(layout, !layout.isDark)}
    />
  )
}
