import { JsonTree } from '../ui/display/JsonTree.tsx'
import type { ViewProps } from './view.ts'

/** Data, as a tree or as text. */
export function JsonView({ value }: ViewProps) {
  return <JsonTree value={value} />
}
