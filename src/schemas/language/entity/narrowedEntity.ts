import type { Entity } from './entity.ts'

/**
 * The entity with only the named fields, its key, the keys of its relations, and its times: fields that a page of one record does not
 * name are neither read nor written there.
 */
export function narrowedEntity(entity: Entity, names: readonly string[]): Entity {
  const keys = Object.values(entity.relations).flatMap((relation) => (relation.type === 'one' ? [relation.key] : []))
  const kept = new Set([
    entity.key ?? '',
    entity.owner ?? '',
    'update_time',
    ...(entity.softDelete ? ['delete_time'] : []),
    ...keys,
    ...names,
  ])
  const fields = Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) =>
      kept.has(name) ? [[name, names.includes(name) ? field : { ...field, readOnly: true }]] : [],
    ),
  )
  const whole = (columns: readonly string[]) => columns.every((name) => Object.hasOwn(fields, name))
  return { ...entity, fields, unique: entity.unique.filter(whole), index: entity.index.filter(whole) }
}
