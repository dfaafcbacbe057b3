import { defineShellPlugin, lazyComponent } from '../../renderers/face.ts'

/** The market of modules: its code comes when its screen is opened. */
export const moduleMarket = defineShellPlugin({
  name: 'module-market',
  screens: { 'module-market': lazyComponent(() => import('./MarketScreen.tsx').then((module) => module.default)) },
})
