import type { ScreenProps } from '../../define.ts'
import { usePluginScreens, useT } from '../../shell/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** A page that a plugin draws; where that plugin is not built in, which one is missing. */
export default function PluginScreen({ loaded }: ScreenProps) {
  const t = useT()
  const name = loaded.page.plugin ?? ''
  const screens = usePluginScreens()
  const Own = Object.hasOwn(screens, name) ? screens[name] : undefined
  if (Own) return <Own loaded={loaded} />
  return (
    <EmptyState
      tone="error"
      icon="exclamation-triangle"
      title={t('ui.plugin.absent', { name })}
      text={
        <>
          {t('ui.plugin.absentHelp')} <code>src/schemas/pages/{loaded.page.id}/page.json</code>
        </>
      }
    />
  )
}
