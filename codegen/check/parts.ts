import { isRowsSection } from '../../src/schemas/language/detail/section.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Operand } from '../../src/schemas/language/entity/virtual/base.ts'
import { operandsOf } from '../../src/schemas/language/entity/virtual/virtualKinds.ts'
import { suggest } from '../../src/schemas/language/issue.ts'
import { isStoredNumber } from '../../src/schemas/language/list/parseListing.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Known, Path, Report, Rule } from './check.ts'

/** Parts of a table that lead to other tables: virtual fields, pairs, the order of related rows. */
export const parts: Rule = {
  name: 'parts',
  why: '',
  page: (page, report, known) => {
    ofEntity(page.entity, ['entity'], report, known)
    for (const [i, column] of page.table.columns.entries()) {
      const beside: [Path, string][] = column.secondary.map((name, j) => [['secondary', j], name])
      if (column.color !== undefined) beside.push([['color'], column.color])
      for (const [at, name] of beside) {
        const [relation = '', field] = name.split('.')
        const target = known.schema.entities.get(page.entity.relations[relation]?.table ?? '')
        if (field !== undefined && target && !target.fields[field])
          report(
            ['table', 'columns', i, ...at],
            `the table "${target.table}" has no field "${field}"`,
            suggest(field, Object.keys(target.fields)),
          )
      }
    }
    ofChoices(page, report)
    for (const [i, { field: path }] of page.table.summary.entries()) {
      const [relation = '', name] = path.split('.')
      const target = known.schema.entities.get(page.entity.relations[relation]?.table ?? '')
      const field = name === undefined ? undefined : target?.fields[name]
      if (name !== undefined && target && !(field && isStoredNumber(field)))
        report(
          ['table', 'summary', i, 'field'],
          `the table "${target.table}" has no number "${name}"`,
          suggest(name, Object.keys(target.fields)),
        )
    }
    for (const [i, part] of (page.detail ?? []).entries()) {
      if (!isRowsSection(part)) continue
      const target = known.schema.entities.get(page.entity.relations[part.relation]?.table ?? '')
      for (const [name, url] of Object.entries(part.urls)) {
        if (target && target.fields[url]?.kind !== 'url')
          report(
            ['detail', i, 'columns', part.fields.indexOf(name), 'url'],
            `the table "${target.table}" has no field "${url}" with an address`,
            suggest(url, Object.keys(target.fields)),
          )
      }
    }
  },
  entity: (entity, report, known) => ofEntity(entity, [], report, known),
}

/** A column of a row chosen elsewhere would show its number; readers want its name, which is a column of the related table. */
function ofChoices({ entity, fields, table }: Page, report: Report): void {
  for (const [i, { field: name }] of table.columns.entries()) {
    const { kind, show } = fields[name] ?? {}
    if (kind !== 'remoteSelect' || show === undefined) continue
    const related = Object.entries(entity.relations).find(([, each]) => each.type === 'one' && each.key === name)?.[0]
    const own = related ?? name.replace(/_id$/, '')
    const first = related ? '' : `add the relation "${own}" with the key "${name}" to "relations", and `
    report(
      ['table', 'columns', i],
      `"${name}" shows the number of a row, not its name`,
      `${first}name "${own}.${show}" in its place`,
      'warning',
    )
  }
}

function ofEntity(entity: Entity, path: Path, report: Report, known: Known): void {
  const { entities } = known.schema
  const many = Object.values(entity.relations).filter((relation) => relation.type === 'many')
  for (const field of Object.values(entity.fields)) {
    const { link } = field
    const at: Path = ['fields', field.name]
    for (const operand of operandsOf(field)) ofOperand(operand, entity, { at: [...at, 'virtual'], report, known })
    const pairs = link && entities.get(link.table)
    if (link && !pairs)
      report([...at, 'link', 'table'], `no such table "${link.table}"`, suggest(link.table, [...entities.keys()]))
    for (const side of ['own', 'other'] as const) {
      if (link && pairs && !pairs.fields[link[side]])
        report(
          [...at, 'link', side],
          `the table "${link.table}" has no field "${link[side]}"`,
          suggest(link[side], Object.keys(pairs.fields)),
        )
    }
  }
  for (const relation of many) {
    const target = entities.get(relation.table)
    for (const [i, [name]] of relation.sort.entries()) {
      if (target && !target.fields[name])
        report(
          [...path, 'relations', relation.name, 'sort', i, 0],
          `the table "${target.table}" has no field "${name}"`,
          suggest(name, Object.keys(target.fields)),
        )
    }
  }
}

const numberTypes = new Set<string>(['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision'])

/** A column of another table that a virtual value is computed from. The parser has checked that the relation exists. */
function ofOperand({ name, as, at }: Operand, entity: Entity, place: { at: Path; report: Report; known: Known }): void {
  const [relation = '', column] = name.split('.')
  const target = place.known.schema.entities.get(entity.relations[relation]?.table ?? '')
  if (!target || column === undefined) return
  const what = as === 'number' ? 'number' : 'field'
  const { store, secret } = target.fields[column] ?? {}
  if (store && (as !== 'number' || (!secret && numberTypes.has(store.type)))) return
  place.report(
    [...place.at, ...at],
    `the table "${target.table}" has no stored ${what} "${column}"`,
    suggest(column, Object.keys(target.fields)),
  )
}
