import type { ScreenProps } from '../../../src/renderers/define.ts'
import { defineShellPlugin } from '../../../src/renderers/face.ts'
import { lazyComponent } from '../../../src/renderers/lazyComponent.tsx'

const OverviewSignIn = lazyComponent<ScreenProps>(() =>
  import('./store/offers/OverviewSignIn.tsx').then((module) => module.OverviewSignIn),
)

/** The ladder of check-ins, which members have on their overview as on the page of points. */
export const checkIn = defineShellPlugin({ name: 'check-in', screens: { 'account/overview': OverviewSignIn } })
