import type { LoadedPage } from '../../../runtime/page.ts'
import { usePluginScreens, useT } from '../../context.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

/** A plugin's part of a page, by the name used in the page; when the plugin is not installed, a message names it. */
export function PluginPart({ name, loaded }: { name: string; loaded: LoadedPage }) {
  const t = useT()
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
