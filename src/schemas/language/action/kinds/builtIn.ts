import * as z from 'zod/mini'
import { issueAt } from '../../issue.ts'
import { readShape } from '../../shape.ts'
import { type ActionKind, type ActionPlace, askingKeys, buttonKeys, parseBase } from '../base.ts'
import { type BuiltInAction, type BuiltInName, builtInAction, isBuiltInName } from '../builtInActions.ts'

const { icon, severity, when, node } = buttonKeys
const ownNode = { node }
/** Keys of single built-in actions. */
const optionKeys = {
  topic: z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,20}$/))),
  place: z.optional(z.string()),
  choose: z.optional(z.string()),
}
const keysOfAll = { icon, severity, ...askingKeys, when }
const keysOf: Readonly<Partial<Record<BuiltInName, Readonly<Record<string, z.ZodMiniType>>>>> = {
  upload: { topic: optionKeys.topic },
  export: { place: optionKeys.place },
  import: { choose: optionKeys.choose, ...ownNode },
  detail: ownNode,
  reveal: ownNode,
  restore: ownNode,
  destroy: ownNode,
}
const keys = { ...keysOfAll, ...ownNode, ...optionKeys }
const shape = z.strictObject(keys)

/** Add, edit, delete and all others that a page names without declaring them; done by the runtime. A page may say a little of each. */
export const builtIn: ActionKind<BuiltInAction> = {
  keys,
  help: {
    topic: 'Topic of the files of “upload”; “default” when absent.',
    place: 'The page over exports where the files of “export” wait, without a right to all.',
    choose: 'On the page over imports: the field with the lists that “import” asks for first.',
  },
  parse(json, place) {
    const { name, at, issues } = place
    const usual = isBuiltInName(name) ? builtInAction(name) : undefined
    if (!usual || !isBuiltInName(name)) return undefined
    const known = [...Object.keys(keysOfAll), ...Object.keys(keysOf[name] ?? {})]
    const given = json !== null && typeof json === 'object' && !Array.isArray(json) ? Object.entries(json) : null
    for (const [key] of given ?? [])
      if (!known.includes(key))
        issues.push(issueAt([...at, key], `"${name}" is a built-in action; only ${listed(known)} can be set`))
    const read = readShape(shape, given ? Object.fromEntries(given.filter(([key]) => known.includes(key))) : json, at, issues)
    return read && withOptions(usual, read, place)
  },
}

function withOptions(usual: BuiltInAction, read: z.output<typeof shape>, place: ActionPlace): BuiltInAction {
  const base = parseBase(read, place, usual)
  switch (usual.type) {
    case 'upload':
      return { ...base, type: usual.type, topic: read.topic ?? null }
    case 'export':
      return { ...base, type: usual.type, place: read.place ?? null }
    case 'import':
      return { ...base, type: usual.type, choose: chosen(read, place) }
    default:
      return { ...base, type: usual.type }
  }
}

/** The right to an import is named where the page asks for the list first: there it is another than that of the list. */
function chosen({ choose, node }: z.output<typeof shape>, { at, fields, issues }: ActionPlace): string | null {
  if (choose !== undefined && !fields[choose]?.source)
    issues.push(issueAt([...at, 'choose'], 'only "import" asks for a list, by a field whose choices the server makes'))
  if (choose === undefined && node !== undefined)
    issues.push(issueAt([...at, 'node'], 'an import of the list itself has the right "import"', 'remove it, or add "choose"'))
  return choose ?? null
}

/** The built-in actions that alone have this key. */
export function builtInsWith(key: string): string[] {
  return Object.entries(keysOf).flatMap(([name, keys]) => (Object.hasOwn(keys, key) ? [name] : []))
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
