import * as z from 'zod/mini'
import type { Field } from '../../../field.ts'
import type { Virtual, VirtualOf, VirtualType } from '../../../virtual.ts'
import type { Place } from '../../place.ts'
import type { Entity } from '../entity.ts'
import { address } from './address.ts'
import type { Operand, VirtualKind } from './base.ts'
import { compute } from './compute.ts'
import { count } from './count.ts'
import { labels } from './labels.ts'
import { left } from './left.ts'
import { range } from './range.ts'
import { ratio } from './ratio.ts'
import { sum } from './sum.ts'

/** The kinds of virtual values, each with its file here and its row in server/crud/screen/computed.ts. */
export const virtualKinds: Readonly<Record<VirtualType, VirtualKind<Virtual>>> = {
  count,
  sum,
  range,
  ratio,
  labels,
  left,
  address,
  compute,
} satisfies { [T in VirtualType]: VirtualKind<VirtualOf<T>> }

const kinds = Object.values(virtualKinds)

/** The shape of `virtual`. */
export const virtualShape = z.union(kinds.map(({ shape }) => shape))

/** Reads what has the shape of `virtual`. */
export function parseVirtual(json: unknown, place: Place): Virtual | undefined {
  for (const kind of kinds) {
    const virtual = kind.parse(json, place)
    if (virtual) return virtual
  }
  return undefined
}

/** Reports what a virtual value names that its table does not have. */
export function checkVirtual({ virtual, kind }: Field, entity: Entity, { at, issues }: Place): void {
  if (virtual) virtualKinds[virtual.type].check(virtual, { at, issues, kind, entity })
}

/** What a field's value is computed from; nothing for fields that are stored. */
export function operandsOf({ virtual }: Field): Operand[] {
  return virtual ? virtualKinds[virtual.type].operands(virtual) : []
}
