import { defineShellPlugin } from '../face.ts'
import { lazyComponent } from '../lazyComponent.tsx'

/**
 * Second-factor settings of the current user: a section of their account, rendered here because each step depends on the server's answer.
 */
export const secondFactor = defineShellPlugin({
  name: 'second-factor',
  screens: { 'second-factor': lazyComponent(() => import('./SecondFactor.tsx').then((module) => module.SecondFactor)) },
})
