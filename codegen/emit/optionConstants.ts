import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { rowName } from './rowTypes.ts'

/** The named options of a field: the value of each name. */
export type NamedOptions = Readonly<Record<string, string | number>>

/** By field of the entity, its named options; fields without names are left out. Throws where two options have one name. */
export function namedOptions(entity: Entity): Record<string, NamedOptions> {
  const named: Record<string, NamedOptions> = {}
  for (const field of Object.values(entity.fields)) {
    const pairs = (field.options ?? []).flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const]))
    const options = Object.fromEntries(pairs)
    if (Object.keys(options).length < pairs.length) throw new Error(`${entity.table}.${field.name}: two options have one name`)
    if (pairs.length > 0) named[field.name] = options
  }
  return named
}

/** `shop_order`, `pay_status` → `ShopOrderPayStatus`. */
function constantName(table: string, field: string): string {
  return rowName(`${table}_${field}`).replace(/Row$/, '')
}

/** The text of an options.generated.ts: a constant for each field with named options, in the order of tables and fields. */
export function optionConstants(tables: ReadonlyMap<string, Readonly<Record<string, NamedOptions>>>, folder: string): string {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const constants = sorted.flatMap(([table, fields]) =>
    Object.entries(fields).map(([field, options]) => {
      const members = Object.entries(options).map(([name, value]) => `  ${name}: ${literal(value)},\n`)
      return `\n/** Values of \`${table}.${field}\`. */\nexport const ${constantName(table, field)} = {\n${members.join('')}} as const\n`
    }),
  )
  return `// Written by \`npm run docs\` from the named options of ${folder}. Change those, then run it again.\n${constants.join('')}`
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
