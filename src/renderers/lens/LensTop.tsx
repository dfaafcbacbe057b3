import { useRuntime } from '../context.tsx'
import { lazyComponent } from '../lazyComponent.tsx'

const LensBar = lazyComponent(() => import('./LensBar.tsx').then((module) => module.default))

/** Nothing, as long as nobody is looked through. */
export function LensTop() {
  const { lens } = useRuntime()
  return lens.key() === '' ? null : <LensBar />
}
