import { defineShellPlugin } from '../definePlugin.ts'
import { later } from '../later.tsx'

/** The second factor of whoever is signed in: a section of their account, drawn here because its steps build on what the server answers. */
export const secondFactor = defineShellPlugin({
  name: 'second-factor',
  screens: { 'second-factor': later(() => import('./SecondFactor.tsx').then((module) => module.SecondFactor)) },
})
