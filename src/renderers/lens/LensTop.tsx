import { useRuntime } from '../context.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { useValue } from '../useValue.ts'

const LensBar = lazyComponent(() => import('./LensBar.tsx').then((module) => module.default))

/** Nothing, as long as nobody is looked through, and for others than super administrators: the server refuses their lens. */
export function LensTop() {
  const { lens, stores } = useRuntime()
  const isSuper = useValue(stores.adminInfo, (info) => info.super)
  return lens.key() !== '' && isSuper ? <LensBar /> : null
}
