import { type Issue, issueAt, suggest } from '../issue.ts'
import { type Action, actionKinds, actionTypes, anyKinds, type OwnAction } from './action.ts'
import type { ActionPage, ActionPlace, ActionSurroundings } from './base.ts'
import { isBuiltInName } from './builtInActions.ts'
import { builtIn, builtInsWith } from './kinds/builtIn.ts'

type Json = Readonly<Record<string, unknown>>

/** Parses the actions of a page over its table. */
export function parseActions(json: Json, around: ActionSurroundings, issues: Issue[]): Record<string, Action> {
  const declared = Object.keys(json)
  const actions = Object.entries(json).flatMap(([name, value]): [string, Action][] => {
    const place = { ...around, name, at: ['actions', name], declared, issues }
    const action = isBuiltInName(name) ? builtIn.parse(value, place) : parseOwn(value, place)
    return action ? [[name, action]] : []
  })
  return Object.fromEntries(actions)
}

/** What the actions of a page say of one another, of the table and of the form. */
export function checkActions(page: ActionPage<Action>, issues: Issue[]): void {
  for (const kind of Object.values(anyKinds)) kind.check?.(page, issues)
}

function parseOwn(value: unknown, place: ActionPlace): OwnAction | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return actionKinds.run.parse(value, place)
  const type = typeOf(value as Json, place)
  const kind = anyKinds[type]
  return kind.parse(Object.fromEntries(Object.entries(value).filter(([key]) => !isForeign(key, type, place))), place)
}

/** The type that is written; where none is, or one that is not there, this is an issue, and the keys say which was meant. */
function typeOf(json: Json, { at, issues }: ActionPlace): OwnAction['type'] {
  const { type } = json
  if (isType(type)) return type
  const meant = actionTypes.find((each) => isType(each) && ownKeys(each).some((key) => Object.hasOwn(json, key))) ?? 'run'
  if (type === undefined) issues.push(issueAt(at, 'missing "type"', `write "type": "${meant}"`))
  else issues.push(issueAt([...at, 'type'], `no such type of action ${JSON.stringify(type)}`, suggest(String(type), actionTypes)))
  return isType(meant) ? meant : 'run'
}

function isType(type: unknown): type is OwnAction['type'] {
  return typeof type === 'string' && Object.hasOwn(actionKinds, type)
}

/** Keys that no other type has. */
function ownKeys(type: OwnAction['type']): string[] {
  return Object.keys(anyKinds[type].keys).filter((key) => typesWith(key).length === 1)
}

/** Types that have the key. */
function typesWith(key: string): string[] {
  return Object.entries(anyKinds).flatMap(([type, { keys }]) => (Object.hasOwn(keys, key) ? [type] : []))
}

/** Is it a key of other types only, or of a built-in action? That says more than that it is unknown. */
function isForeign(key: string, type: OwnAction['type'], { name, at, issues }: ActionPlace): boolean {
  if (Object.hasOwn(anyKinds[type].keys, key)) return false
  const types = typesWith(key)
  const builtIns = builtInsWith(key)
  if (types.length === 0 && builtIns.length === 0) return false
  const fix =
    types.length > 0
      ? `an action with "${key}" is of type ${quoted(types)}`
      : `only the built-in action ${quoted(builtIns)} has one`
  issues.push(issueAt([...at, key], `"${name}" is of type "${type}", which has no "${key}"`, fix))
  return true
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' or ')
}
