import { defineShellPlugin } from '../face.ts'
import { lazyComponent } from '../lazyComponent.tsx'

/** The designer of screens: its code comes when its screen is opened. */
export const designer = defineShellPlugin({
  name: 'designer',
  screens: { designer: lazyComponent(() => import('./DesignerScreen.tsx').then((module) => module.default)) },
})
