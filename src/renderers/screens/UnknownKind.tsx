import type { ScreenProps } from '../define.ts'
import { useT } from '../shell/context.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** A page of a kind this version draws nothing for: says which page and which kind. */
export default function UnknownKind({ loaded }: ScreenProps) {
  const t = useT()
  const { id, kind } = loaded.page
  return (
    <EmptyState
      tone="error"
      icon="exclamation-triangle"
      title={t('ui.list.unknownKind', { kind })}
      text={<code>src/schemas/pages/{id}/page.json</code>}
    />
  )
}
