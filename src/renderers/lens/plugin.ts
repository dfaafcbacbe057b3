import { defineShellPlugin } from '../face.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { LensTop } from './LensTop.tsx'

/** The permission lens: its screen, and the bar above everything while somebody is looked through. */
export const lens = defineShellPlugin({
  name: 'lens',
  bannerSlot: LensTop,
  screens: { lens: lazyComponent(() => import('./LensScreen.tsx').then((module) => module.default)) },
})
