import { defineShellPlugin } from '../face.ts'
import { lazyComponent } from '../lazyComponent.tsx'

/** The OpenAPI document to read: its code comes when its screen is opened. */
export const apiDocument = defineShellPlugin({
  name: 'apiDocument',
  screens: { apiDocument: lazyComponent(() => import('./ApiScreen.tsx').then((module) => module.default)) },
})
