import * as z from 'zod/mini'
import { issueAt } from '../../issue.ts'
import { readShape } from '../../shape.ts'
import { type ActionBase, type ActionKind, buttonKeys, parseBase } from '../base.ts'

/** Opens a tool of the list with the row; the server has no part in it. */
export interface ToolAction extends ActionBase {
  type: 'tool'
  tool: 'import'
}

const keys = { ...buttonKeys, tool: z.literal('import') }

export const tool: ActionKind<ToolAction> = {
  keys,
  help: {
    tool: 'The tool of the list that it opens with the row.',
  },
  parse(json, place) {
    const { at, declared, issues } = place
    const read = readShape(z.strictObject(keys), json, place.at, place.issues)
    if (read && !declared.includes(read.tool))
      issues.push(issueAt([...at, 'tool'], `the list has no tool "${read.tool}"`, `declare the action "${read.tool}"`))
    return read && { ...parseBase(read, place), type: 'tool', tool: read.tool }
  },
}
