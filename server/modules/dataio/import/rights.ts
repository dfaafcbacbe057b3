import type { ImportMode } from '../../../../src/schemas/api/importing.ts'
import { type Actor, can } from '../../../core/context.ts'

/** Who may import to a list: who may see it, holds its node `import`, and may add or edit as the mode needs. */
export function mayImport(actor: Actor, target: string, mode: ImportMode): boolean {
  const nodes = ['index', 'import', ...(mode === 'update' ? [] : ['add']), ...(mode === 'insert' ? [] : ['edit'])]
  return nodes.every((node) => can(actor, `${target}/${node}`))
}
