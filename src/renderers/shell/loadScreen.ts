import { lazyComponent } from '../lazyComponent.tsx'

/** What draws screens; its code is a chunk with that of the layout. */
export const Screen = lazyComponent(() => import('./admin.ts').then((module) => module.admin.Screen))

/** The layout around the screens. */
export const AdminArea = lazyComponent(() => import('./admin.ts').then((module) => module.admin.AdminArea))

/** Starts loading the code of both while something else is waited for. */
export function preloadOffice(): void {
  Screen.preload()
  AdminArea.preload()
}
