import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Wording } from './conditionFacts.ts'
import { asSet, type Fact, type Facts, factsOf, spoken } from './fact.ts'
import { fieldFacts, storeText } from './fieldFacts.ts'

/** What a table says: its columns with their limits, its indexes, and who may meet its rows. */
export function tableFacts(entity: Entity, words: Wording, into: Fact[]): void {
  const facts = factsOf(`table ${entity.table}`, into)
  const lost = entity.external ? 'the table of the other system stays as it is' : 'its rows are lost'
  facts.data([], 'table', 'is there', { mode: 'unit', meaning: (_, after) => (after === undefined ? lost : undefined) })
  for (const field of Object.values(entity.fields)) {
    const place = { at: ['fields', field.name], label: `field ${field.name}` }
    const isColumn = field.store !== null && !field.virtual && !entity.external
    facts.data(place.at, place.label, 'is there', {
      mode: 'unit',
      text: field.virtual ? 'computed' : (storeText(field.store) ?? field.kind),
      meaning: (_, after) => (after === undefined && isColumn ? 'the column and its values are lost' : undefined),
    })
    fieldFacts(facts, place, field, words)
  }
  keyFacts(facts, entity)
  accessFacts(facts, entity)
}

function keyFacts(facts: Facts, entity: Entity): void {
  for (const key of ['key', 'keyGiven', 'tree', 'weigh', 'softDelete', 'external', 'unindexedBecause'] as const)
    facts.data([key], spoken(key), entity[key])
  facts.data(['history'], 'history', entity.history && { ...entity.history, except: asSet(entity.history.except) })
  for (const columns of entity.unique)
    facts.data(['unique', columns.join()], `unique together: ${columns.join(', ')}`, columns, {
      mode: 'unit',
      meaning: (_, after) => (after === undefined ? undefined : 'rows with the same values stop the migration'),
    })
  for (const columns of entity.index)
    facts.data(['index', columns.join()], `index over ${columns.join(', ')}`, columns, { mode: 'unit' })
  for (const bound of entity.bounds ?? [])
    facts.data(['bounds', JSON.stringify(bound)], `bound ${boundText(bound)}`, bound, {
      mode: 'unit',
      meaning: (_, after) => (after === undefined ? undefined : 'rows beyond it stop the migration'),
    })
  for (const [name, relation] of Object.entries(entity.relations)) {
    facts.data(['relations', name], `relation ${name}`, relation.table, { mode: 'unit' })
    for (const [key, value] of Object.entries(relation))
      if (key !== 'name')
        facts[key === 'sort' ? 'look' : 'data'](['relations', name, key], `relation ${name}, ${spoken(key)}`, value)
  }
}

function boundText(bound: NonNullable<Entity['bounds']>[number]): string {
  return 'atMost' in bound
    ? `${bound.sum.join(' + ')} ≤ ${bound.atMost}`
    : `${bound.sum.join(' + ')} = ${bound.equals.join(' + ')}`
}

function accessFacts(facts: Facts, entity: Entity): void {
  facts.authority(['owner'], 'owner of a row', entity.owner, {
    meaning: (_, after) => (after === null ? 'people meet rows of others too' : 'people meet their own rows only'),
  })
  facts.authority(['readOnly'], 'read-only', entity.readOnly, {
    meaning: (_, after) => (after === null ? 'rows can be written now' : 'nobody writes rows here any more'),
  })
  facts.look(['sort'], 'order of lists', entity.sort)
}
