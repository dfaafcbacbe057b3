import { defineShellPlugin } from '../face.ts'
import { lazyComponent } from '../lazyComponent.tsx'

/** The quick entrances beside the configuration. */
export const quickEntrances = defineShellPlugin({
  name: 'quick-entrances',
  screens: { 'quick-entrances': lazyComponent(() => import('./QuickEntrances.tsx').then((module) => module.QuickEntrances)) },
})
