import type { OverlayPlace } from '../../../src/schemas/api/market.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { Refused } from '../../core/refuse.ts'
import { readPlace, type Solution } from './conflicts.ts'

/** The name of a module. Throws `Refused`. */
export function readUid(value: unknown): string {
  if (typeof value !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(value)) throw new Refused('crud.parameter', { name: 'uid' })
  return value
}

/** A version. Throws `Refused`. */
export function readVersion(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(value))
    throw new Refused('crud.parameter', { name: 'version' })
  return value
}

/** The places of changes. Throws `Refused`. */
export function readChanges(value: unknown): OverlayPlace[] {
  const list = Array.isArray(value) ? value.slice(0, 201).map((each) => (isObject(each) ? readPlace(each) : undefined)) : []
  const places = list.flatMap((place) => place ?? [])
  if (places.length === 0 || places.length < list.length || places.length > 200)
    throw new Refused('crud.parameter', { name: 'changes' })
  return places
}

/** The number by which the browser knows the words about a change; 0: nobody listens. */
export function readWork(value: unknown): number {
  const work = Number(value ?? 0)
  return Number.isSafeInteger(work) && work > 0 ? work : 0
}

/** What was chosen for conflicts: a list, or the JSON of one where it comes in a form. Throws `Refused`. */
export function readSolutions(value: unknown): Solution[] {
  const list = typeof value === 'string' && value !== '' ? parsed(value) : (value ?? [])
  if (value === '' || (Array.isArray(list) && list.length === 0)) return []
  if (!Array.isArray(list) || list.length > 200 || !list.every(isSolution))
    throw new Refused('crud.parameter', { name: 'solutions' })
  return list
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSolution(value: unknown): value is Solution {
  if (!isObject(value)) return false
  const { page, op, path, with: other, solution } = value
  const areTexts = [page, op, path, other].every((each) => typeof each === 'string')
  return areTexts && (solution === 'discard' || solution === 'cover')
}
