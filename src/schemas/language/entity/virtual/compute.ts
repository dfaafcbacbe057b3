import * as z from 'zod/mini'
import type { ComputeVirtual, Virtual } from '../../../virtual.ts'
import { suggest } from '../../issue.ts'
import { type Place, refuse, within } from '../../place.ts'
import { parserOf, storedNames, type VirtualKind, type VirtualPlace } from './base.ts'

const shape = z.strictObject({
  compute: z.string(),
  reads: z.optional(z.array(z.string())),
  sql: z.optional(z.boolean()),
  write: z.optional(z.boolean()),
})

const parse = parserOf(shape, { type: 'compute' })

export const compute: VirtualKind<ComputeVirtual> = {
  shape,
  help: {
    compute: 'Name of a function of the server that makes it.',
    reads: 'Stored fields of the row that the function gets: it computes from these and no others.',
    sql: 'It is an expression of the database: the list can be searched and sorted by it.',
    write: 'The form sends the value all the same: hooks of the screen keep it.',
  },
  parse(json, place) {
    const virtual = parse(json)
    if (virtual && virtual.reads === undefined) refuseWithoutReads(virtual, place)
    return virtual
  },
  check({ reads = [] }, place) {
    for (const [i, name] of reads.entries()) checkRead(name, reads.indexOf(name) < i, within(place, 'reads', i))
  },
  operands: ({ reads = [] }) => reads.map((name, i) => ({ at: ['reads', i], name, as: 'argument' })),
  isSortable: ({ sql }) => sql === true,
}

function refuseWithoutReads({ compute }: ComputeVirtual, place: Place): void {
  refuse(
    place,
    `missing "reads": the fields of the row that "${compute}" computes from`,
    'add "reads": ["id"], or the names that it needs',
  )
}

/** A function computes from fields that the table stores and that may leave it, each once. */
function checkRead(name: string, isRepeated: boolean, place: VirtualPlace): void {
  const readable = storedNames(place.entity)
  if (place.entity.fields[name]?.secret) refuse(place, `"${name}" is secret: nothing is computed from it`)
  else if (!readable.includes(name)) refuse(place, `no stored field "${name}"`, suggest(name, readable))
  else if (isRepeated) refuse(place, `"${name}" is named twice`, 'remove one')
}

/** A field, as far as the questions below read it. */
interface Computed {
  virtual?: Virtual | undefined
}

/** What the field says of the function of the server that computes it; undefined for all other fields. */
export function computeOf({ virtual }: Computed): ComputeVirtual | undefined {
  return virtual?.type === 'compute' ? virtual : undefined
}

/** Is the value computed by an expression of the database that a module wrote? */
export function isExpression(field: Computed): boolean {
  return computeOf(field)?.sql === true
}

/** Is the value computed when it is read, and kept by hooks when it is written? */
export function isKept(field: Computed): boolean {
  return computeOf(field)?.write === true
}

/** Names of the stored fields that the function of a computed field reads; none for all other fields. */
export function readsOf(field: Computed): readonly string[] {
  return computeOf(field)?.reads ?? []
}
