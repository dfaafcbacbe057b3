import * as z from 'zod/mini'
import { kindNames } from '../../kinds/index.ts'
import type { Kind } from '../../kinds/kind.ts'
import { type Issue, nearest } from '../issue.ts'
import type { Path } from '../place.ts'
import { readShape } from '../shape.ts'
import { optionShapes } from './optionShapes.ts'
import { virtualShape } from './virtual/virtualKinds.ts'

const condition = z.record(z.string(), z.unknown())

/** Keys every field may have, whatever its kind. */
export const fieldShape = {
  kind: z.string(),
  required: z.optional(z.boolean()),
  unique: z.optional(z.boolean()),
  readOnly: z.optional(z.boolean()),
  writeOnce: z.optional(z.boolean()),
  secret: z.optional(z.boolean()),
  node: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]*$/))),
  nullable: z.optional(z.boolean()),
  default: z.optional(z.unknown()),
  store: z.optional(z.string()),
  virtual: z.optional(virtualShape),
  link: z.optional(z.strictObject({ table: z.string(), own: z.string(), other: z.string() })),
  wire: z.optional(z.enum(['string', 'number', 'datetime', 'date'])),
  when: z.optional(
    z.strictObject({
      visible: z.optional(condition),
      required: z.optional(condition),
      disabled: z.optional(condition),
      options: z.optional(z.record(z.string(), condition)),
    }),
  ),
  index: z.optional(z.boolean()),
  unindexedBecause: z.optional(z.string().check(z.minLength(1))),
  span: z.optional(z.union([z.literal(1), z.literal(2)])),
  unit: z.optional(z.boolean()),
  help: z.optional(z.boolean()),
  placeholder: z.optional(z.boolean()),
  most: z.optional(z.string()),
  clears: z.optional(z.array(z.string()).check(z.minLength(1))),
  fields: z.optional(z.record(z.string(), z.unknown())),
}

const shapes = new WeakMap<Kind, z.ZodMiniObject>()

/** The zod shape of a field of this kind: the common keys and its own. */
export function shapeOfKind(kind: Kind): z.ZodMiniObject {
  const made = shapes.get(kind)
  if (made) return made
  const own = Object.fromEntries(Object.entries(kind.options).map(([key, shape]) => [key, z.optional(optionShapes[shape])]))
  const shape = z.strictObject({ ...fieldShape, ...own })
  shapes.set(kind, shape)
  return shape
}

/** The kind that an unknown one is closest to: by its spelling, else by the keys of the field. */
export function meantKind({ kind, options, fields }: Readonly<Record<string, unknown>>): string {
  const near = typeof kind === 'string' ? nearest(kind, kindNames) : undefined
  if (near !== undefined) return near
  return options !== undefined ? 'select' : fields !== undefined ? 'subtable' : 'string'
}

/**
 * Checks the keys of a field. Faulty keys are left out and the rest is read all the same, so that columns and actions that name the field are
 * not reported too.
 */
export function readField(kind: Kind, json: unknown, path: Path, issues: Issue[]): Record<string, unknown> | undefined {
  const shape = shapeOfKind(kind)
  const found: Issue[] = []
  const read = readShape(shape, json, path, found) as Record<string, unknown> | undefined
  issues.push(...found)
  if (read) return read
  const rest: unknown = structuredClone(json)
  for (const issue of found) removeAt(rest, issue.path.slice(path.length))
  return readShape(shape, rest, path, []) as Record<string, unknown> | undefined
}

function removeAt(json: unknown, path: Path): void {
  const [key, ...rest] = path
  if (json === null || typeof json !== 'object' || key === undefined) return
  const part = json as Record<string, unknown>
  if (rest.length === 0 && !Array.isArray(json)) delete part[key]
  else removeAt(part[key], rest)
}
