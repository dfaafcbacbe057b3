import type { Field } from '../../src/schemas/field.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Page } from '../../src/schemas/language/page.ts'

/** What is asked: tables, and the pages over them. */
interface Searched {
  entities: ReadonlyMap<string, Entity>
  pages?: ReadonlyMap<string, Page>
}

const known = new WeakMap<Searched, ReadonlyMap<string, ReadonlySet<string>>>()

/**
 * Columns that pages search by a part of their text, by table: LIKE filters, quick searches, and the labels of remote choices. Not those
 * whose field or table says in `unindexedBecause` why there is no index, nor those of tables that are not Kontor's. Each gets a text index.
 */
export function searchedTexts(schema: Searched): ReadonlyMap<string, ReadonlySet<string>> {
  const found = known.get(schema) ?? gather(schema)
  known.set(schema, found)
  return found
}

function gather({ entities, pages }: Searched): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (table: string | undefined, name: string | undefined) => {
    const entity = entities.get(table ?? '')
    const field = entity?.fields[name ?? '']
    if (entity && field && takesTextIndex(entity, field))
      found.set(entity.table, (found.get(entity.table) ?? new Set()).add(field.name))
  }
  for (const page of pages?.values() ?? []) {
    // Members search among their own rows only.
    if (page.area !== 'user') for (const name of partsOf(page)) add(...placeOf(page, name))
    for (const field of choicesOf(page)) add(pages?.get(field.page ?? '')?.entity.table ?? field.table, field.show)
  }
  return found
}

/** Fields, also of relations, that a page searches by a part. */
function partsOf({ table }: Page): string[] {
  const like = table.search.filter(({ operator }) => operator === 'LIKE' || operator === 'NOT LIKE')
  return [...like.map(({ field }) => field), ...table.quickSearch]
}

function placeOf({ entity }: Page, name: string): [string | undefined, string] {
  const [relation = '', inner] = name.split('.')
  return inner === undefined ? [entity.table, name] : [entity.relations[relation]?.table, inner]
}

/** Fields of a page's forms and actions that choose among rows. */
function choicesOf(page: Page): Field[] {
  const fields = [...Object.values(page.fields), ...Object.values(page.actions).flatMap(({ fields }) => Object.values(fields))]
  return fields.flatMap((field) => [field, ...Object.values(field.fields ?? {})]).filter(({ show }) => show !== undefined)
}

/** Types whose text is always the same, whatever the settings of a session. */
const texts: ReadonlySet<string> = new Set(['varchar', 'char', 'text', 'smallint', 'integer', 'bigint', 'uuid'])

/** Can the column be indexed by parts of its text, and does nothing say that it should not? What is masked is compared as a whole. */
export function takesTextIndex(entity: Entity, field: Field): boolean {
  if (entity.external || entity.unindexedBecause || field.unindexedBecause || field.secret || field.mask) return false
  return !field.virtual && !field.link && texts.has(field.store?.type ?? '')
}
