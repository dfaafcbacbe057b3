import { isObject } from '../../src/schemas/isObject.ts'
import { actionKinds } from '../../src/schemas/language/action/action.ts'
import type { ActionKind } from '../../src/schemas/language/action/base.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'

type Path = Issue['path']

const kinds: Readonly<Record<string, Pick<ActionKind<never>, 'needsCode' | 'writes'>>> = actionKinds

/** Parts of a page or overlay that a function of the server would have to do: a package has none. */
export function partsThatNeedCode(json: unknown, path: Path = []): Issue[] {
  if (!isObject(json)) return Array.isArray(json) ? json.flatMap((each, i) => partsThatNeedCode(each, [...path, i])) : []
  const own = Object.entries(json).flatMap(([key, value]) => {
    const at = [...path, key]
    const isPart = /(?:^|\.)actions(?:\.[^.]+)?$/.test(path.join('.')) || /^actions\.[^.]+$/.test(key)
    return [...(isPart && isObject(value) ? actionsThatNeedCode(value, at) : []), ...partsThatNeedCode(value, at)]
  })
  const what = codeIn(json, path)
  return what === undefined
    ? own
    : [issueAt([...path, what], `"${what}" needs code of the server, and a package is data only`, 'remove it'), ...own]
}

function codeIn(json: Readonly<Record<string, unknown>>, path: Path): string | undefined {
  if (typeof json.compute === 'string') return 'compute'
  if (path.length === 0) return ['plugin', 'call'].find((key) => json[key] !== undefined)
  return undefined
}

function actionsThatNeedCode(action: Readonly<Record<string, unknown>>, path: Path): Issue[] {
  const kind = typeof action.type === 'string' && Object.hasOwn(kinds, action.type) ? kinds[action.type] : undefined
  if (kind?.needsCode) return [issueAt(path, 'an answer needs code of the server, and a package is data only', 'remove it')]
  if (action.refuse !== undefined)
    return [issueAt([...path, 'refuse'], '"refuse" needs code of the server, and a package is data only', 'use "when"')]
  const hasEffect = ['set', 'log', 'notify'].some((key) => action[key] !== undefined)
  return kind?.writes && !hasEffect
    ? [issueAt(path, 'the action does nothing: a package has no code for it', 'say what it does: "set", "log" or "notify"')]
    : []
}

/** What an overlay opens to people that they could not write before: only its own fields may go into forms and be set by its actions. */
export function widenings(json: unknown): Issue[] {
  const added = isObject(json) && isObject(json.add) ? json.add : {}
  const isOwn = (field: string) => Object.hasOwn(added, `fields.${field}`)
  return Object.entries(added).flatMap(([path, part]) => {
    const input = /^form\..*?fields\.([^.]+)$/.exec(path)?.[1]
    if (input !== undefined && !isOwn(input))
      return [
        issueAt(
          ['add', path],
          `the overlay lets people change "${input}", which is not its own field`,
          'an overlay only narrows',
        ),
      ]
    const set = /^actions\.[^.]+$/.test(path) && isObject(part) && isObject(part.set) ? part.set : {}
    return Object.keys(set)
      .filter((field) => !isOwn(field))
      .map((field) =>
        issueAt(
          ['add', path, 'set', field],
          `the overlay sets "${field}", which is not its own field`,
          'an overlay only narrows',
        ),
      )
  })
}
