import type { ScreenProps } from '../../define.ts'
import { PluginPart } from './PluginPart.tsx'

/** A page that a plugin draws. */
export default function PluginScreen({ loaded }: ScreenProps) {
  return <PluginPart name={loaded.page.plugin ?? ''} loaded={loaded} />
}
