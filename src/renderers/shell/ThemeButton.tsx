import { useSnapshot } from 'valtio'
import { setDark } from '../../runtime/stores/layout.ts'
import { useRuntime, useT } from '../context.tsx'
import { IconButton } from '../ui/IconButton.tsx'

/** Light or dark. */
export function ThemeButton() {
  const { layout } = useRuntime().stores
  const t = useT()
  const { isDark } = useSnapshot(layout)
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={t(isDark ? 'ui.shell.toLight' : 'ui.shell.toDark')}
      onClick={() => setDark(layout, !layout.isDark)}
    />
  )
}
