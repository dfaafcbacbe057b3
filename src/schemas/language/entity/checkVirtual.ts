import type { Field } from '../../field.ts'
import type { Virtual } from '../../virtual.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { type Path, type Place, refuse, within } from '../place.ts'
import type { Entity } from './entity.ts'

/** What a made value is made of is there: a relation of many rows, a stored field, a remote field. */
export function checkVirtual({ virtual, kind }: Field, entity: Entity, path: Path, issues: Issue[]): void {
  if (!virtual) return
  if ('compute' in virtual) {
    checkReads(virtual.reads ?? [], entity, [...path, 'reads'], issues)
    return
  }
  if ('labels' in virtual) {
    const remote = entity.fields[virtual.labels]
    if (kind !== 'json')
      issues.push(issueAt([...path.slice(0, -1), 'kind'], 'names are a list', 'declare the field with "kind": "json"'))
    if (!remote?.show)
      issues.push(
        issueAt(
          [...path, 'labels'],
          `no such remote field "${virtual.labels}"`,
          suggest(
            virtual.labels,
            Object.keys(entity.fields).filter((name) => entity.fields[name]?.show),
          ),
        ),
      )
    return
  }
  if ('left' in virtual || 'address' in virtual) {
    checkOfRow(virtual, kind, entity, { at: path, issues })
    return
  }
  const many = Object.values(entity.relations).flatMap((relation) => (relation.type === 'many' ? [relation.name] : []))
  const ofMany = (name: string, at: Path, columns: 'none' | 'one' | 'any') => {
    const [relation = '', column, ...rest] = name.split('.')
    if (!many.includes(relation)) issues.push(issueAt(at, `no relation of many rows "${relation}"`, suggest(relation, many)))
    else if (rest.length > 0 || (columns === 'none' && column !== undefined) || (columns === 'one' && !column))
      issues.push(
        issueAt(at, `"${name}" is not ${columns === 'none' ? 'a relation' : 'a column of a relation, like "lines.quantity"'}`),
      )
  }
  if ('count' in virtual) ofMany(virtual.count, [...path, 'count'], 'none')
  else if ('sum' in virtual) ofMany(virtual.sum, [...path, 'sum'], 'one')
  else if ('range' in virtual) ofMany(virtual.range, [...path, 'range'], 'one')
  else
    for (const [i, name] of virtual.ratio.entries()) if (!entity.fields[name]?.store) ofMany(name, [...path, 'ratio', i], 'any')
}

/** What a function computes from: fields that the table stores and that may leave it, each once. */
function checkReads(reads: readonly string[], entity: Entity, path: Path, issues: Issue[]): void {
  const readable = Object.values(entity.fields).flatMap(({ name, store, secret }) => (store && !secret ? [name] : []))
  for (const [i, name] of reads.entries()) {
    if (entity.fields[name]?.secret) issues.push(issueAt([...path, i], `"${name}" is secret: nothing is computed from it`))
    else if (!readable.includes(name)) issues.push(issueAt([...path, i], `no stored field "${name}"`, suggest(name, readable)))
    else if (reads.indexOf(name) < i) issues.push(issueAt([...path, i], `"${name}" is named twice`, 'remove one'))
  }
}

/**
 * Checks values computed from the row itself: stored numbers; an address (also of a related row) with stored values in its placeholders.
 */
function checkOfRow(
  virtual: Extract<Virtual, { left: unknown } | { address: string }>,
  kind: string,
  entity: Entity,
  place: Place,
): void {
  const stored = Object.keys(entity.fields).filter((name) => entity.fields[name]?.store && !entity.fields[name]?.secret)
  const isStored = (name: string, ...keys: Path) => {
    if (!stored.includes(name)) refuse(within(place, ...keys), `no stored field "${name}"`, suggest(name, stored))
  }
  if ('left' in virtual) {
    for (const [i, name] of virtual.left.entries()) isStored(name, 'left', i)
    return
  }
  if (kind !== 'url')
    refuse({ ...place, at: [...place.at.slice(0, -1), 'kind'] }, 'it is an address', 'declare the field with "kind": "url"')
  for (const [key, name] of Object.entries(virtual.fill)) isStored(name, 'fill', key)
  const [relation = '', column] = virtual.address.split('.')
  if (column === undefined) {
    isStored(relation, 'address')
    return
  }
  const ones = Object.values(entity.relations).flatMap((each) => (each.type === 'one' ? [each.name] : []))
  if (!ones.includes(relation)) refuse(within(place, 'address'), `no relation of one row "${relation}"`, suggest(relation, ones))
}
