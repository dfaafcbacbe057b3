import { lazyComponent } from '../lazyComponent.tsx'
import type { ViewProps } from './view.ts'

const Tree = lazyComponent(() => import('../ui/display/JsonTree.tsx').then((module) => module.JsonTree))

/** A long text, with its lines; data that is kept as text as data. */
export function TextView({ value }: ViewProps) {
  const text = String(value)
  const data = dataIn(text)
  return data === undefined ? <div className="s-text-view">{text}</div> : <Tree value={data} />
}

/** The list or object that a text writes down; undefined where it is no such text. */
function dataIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? data : undefined
  } catch {
    return undefined
  }
}
