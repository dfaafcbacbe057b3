import { defineShellPlugin } from '../definePlugin.ts'
import { lazyComponent } from '../lazyComponent.tsx'

/** The second factor of whoever is signed in: a section of their account, drawn here because its steps build on what the server answers. */
export const secondFactor = defineShellPlugin({
  name: 'second-factor',
  screens: { 'second-factor': lazyComponent(() => import('./SecondFactor.tsx').then((module) => module.SecondFactor)) },
})
