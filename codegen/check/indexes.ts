import type { Field } from '../../src/schemas/field.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { takesTextIndex } from '../schema/searchedTexts.ts'
import { declaredIn, type Known, type Path, type Report, type Rule } from './check.ts'

/** Every searched or sorted column is indexed, or says why not. */
export const indexed: Rule = {
  name: 'indexed',
  why: 'a list reads the whole table for it',
  needs: ['entity'],
  page: (page, report, known) => {
    if (page.area === 'user') return ownedIndexed(page, report, known)
    const missing = new Map<string, Missing>()
    for (const { name, place, path, entity, word } of usesOf(page, known)) {
      const field = entity.fields[name]
      if (
        !field ||
        field.virtual ||
        field.link ||
        !field.store ||
        field.unindexedBecause ||
        entity.unindexedBecause ||
        entity.external
      )
        continue
      if (word.partial) {
        // A text that is searched by a part gets its index by itself (codegen/schema/searchedTexts.ts).
        if (takesTextIndex(entity, field)) continue
        report(
          path,
          `"${place}" is searched by a part, and only texts and whole numbers have an index for that`,
          'search by "eq", or say why in the field\'s "unindexedBecause"',
        )
      } else if (!leads(entity, word.verb === 'sorted').has(name) && !missing.has(place))
        missing.set(place, { name, path, verb: word.verb })
    }
    reportMissing(page, missing, report)
  },
}

interface Missing {
  name: string
  path: Path
  verb: string
}

/** Of a table without any index one finding names all columns; else each is a finding. */
function reportMissing({ entity }: Page, missing: ReadonlyMap<string, Missing>, report: Report): void {
  const own = [...missing.keys()].filter((place) => !place.includes('.'))
  const isBare = own.length > 1 && entity.index.length === 0
  const names = own.map((each) => `"${each}"`).join(', ')
  if (isBare)
    report(
      ['entity'],
      `${names} are searched or sorted, and the table has no "index"`,
      'add one, or say why in its "unindexedBecause"',
    )
  for (const [place, { name, path, verb }] of missing)
    if (!isBare || place.includes('.'))
      report(
        path,
        `"${place}" is ${verb} and has no index`,
        `add ["${name}"] to the table's "index", or say why in the field's "unindexedBecause"`,
      )
}

/** Members search and sort their own rows only: an index that finds these is enough. */
function ownedIndexed({ entity }: Page, report: Report, known: Known): void {
  const table = known.schema.entities.get(entity.table)
  if (entity.owner === null || !table || leads(table).has(entity.owner) || table.unindexedBecause) return
  report(
    ['entity', 'owner'],
    `"${entity.owner}" says whose a row is and has no index`,
    `add ["${entity.owner}"] to the "index" of the table "${entity.table}"`,
  )
}

/** A reason for a missing index is only allowed where an index is wanted and missing. */
export const reasons: Rule = {
  name: 'reasons',
  why: 'a reason that is none any more misleads',
  needs: ['everything'],
  page: (page, report, known) => leftOver(page.entity, report, known, declaredIn(page, known)),
  entity: (entity, report, known) => leftOver(entity, report, known),
}

interface Use {
  /** The field as the page names it, and its name in its table. */
  place: string
  name: string
  entity: Entity
  path: Path
  word: { verb: string; partial: boolean }
}

/** What a page searches and sorts, where it says so. */
function usesOf(page: Page, known: Known): Use[] {
  const { table, entity } = page
  const sorted = { verb: 'sorted', partial: false }
  const search = (operator: string) => ({ verb: 'searched', partial: operator === 'LIKE' || operator === 'NOT LIKE' })
  const quick = (name: string) => {
    const [relation = '', inner] = name.split('.')
    const owner = inner === undefined ? entity : known.schema.entities.get(entity.relations[relation]?.table ?? '')
    return search(owner?.fields[inner ?? name]?.mask ? 'eq' : 'LIKE')
  }
  const wanted: [string, Path, Use['word']][] = [
    ...table.search.map((each, i): [string, Path, Use['word']] => [each.field, ['table', 'search', i], search(each.operator)]),
    ...table.quickSearch.map((name, i): [string, Path, Use['word']] => [name, ['table', 'quickSearch', i], quick(name)]),
    ...table.columns.flatMap((each, i): [string, Path, Use['word']][] =>
      each.sortable ? [[each.field, ['table', 'columns', i], sorted]] : [],
    ),
  ]
  const seen = new Set<string>()
  return wanted.flatMap(([place, path, word]): Use[] => {
    const use = `${place} ${word.verb} ${word.partial}`
    if (seen.has(use)) return []
    seen.add(use)
    const [relation = '', inner] = place.split('.')
    if (inner === undefined) return [{ place, name: place, entity, path, word }]
    const target = known.schema.entities.get(entity.relations[relation]?.table ?? '')
    return target ? [{ place, name: inner, entity: target, path, word }] : []
  })
}

/**
 * Columns that an index begins with. Texts that may be empty are unique only where they are filled: such an index does not sort by them, and
 * finds rows by its first column only where the others are always filled.
 */
function leads({ key, unique, index, sort, tree, owner, relations, fields }: Entity, isSorted = false): Set<string> {
  const isFilled = (field: Field | undefined) => field?.required === true || !comparesAsText(field)
  const isWhole = (field: Field | undefined) => !isSorted || isFilled(field)
  const single = Object.values(fields).flatMap((field) =>
    (field.unique && isWhole(field)) || field.index || field.store?.type.endsWith('[]') ? [field.name] : [],
  )
  const keys = Object.values(relations).flatMap((relation) => (relation.type === 'one' ? [relation.key] : []))
  const sets = [
    ...unique.filter(([first = '', ...others]) => isWhole(fields[first]) && others.every((name) => isFilled(fields[name]))),
    ...index,
    sort.map(([name]) => name),
  ].flatMap(([first]) => first ?? [])
  return new Set([...single, ...keys, ...sets, ...[key, tree?.parent, owner].flatMap((name) => name ?? [])])
}

function comparesAsText(field: Field | undefined): boolean {
  return field?.store?.type === 'varchar' || field?.store?.type === 'text' || field?.store?.type === 'char'
}

/** What all pages search and sort, gathered once for every table. */
const allUses = new WeakMap<Known, Use[]>()

/** `names`: the fields that are looked at. */
function leftOver(entity: Entity, report: Report, known: Known, names = Object.keys(entity.fields)): void {
  const excused = Object.values(entity.fields).filter((field) => field.unindexedBecause && names.includes(field.name))
  if (excused.length === 0) return
  const uses = allUses.get(known) ?? [...known.schema.pages.values()].flatMap((page) => usesOf(page, known))
  allUses.set(known, uses)
  const first = leads(entity)
  for (const field of excused) {
    const isUsed = uses.some(
      ({ name, word, entity: { table } }) => table === entity.table && name === field.name && (word.partial || !first.has(name)),
    )
    if (!isUsed)
      report(
        ['fields', field.name, 'unindexedBecause'],
        `"${field.name}" needs no reason to have no index`,
        'remove "unindexedBecause"',
      )
  }
}
