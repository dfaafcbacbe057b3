import type { TableFacts } from '../introspect/facts.ts'
import { iconOf, menuTitle } from './infer.ts'
import { humanise, schemaOf, singular } from './naming/names.ts'
import { titleOf } from './screenWords.ts'

/** Tables whose entries stand below one directory of the menu. */
export interface MenuGroup {
  /** What the directory is called after: a prefix, or the table in the middle. */
  stem: string
  title: string
  /** In Chinese: what the comment of the table in the middle says. */
  titleChinese: string
  icon: string
  because: string
  tables: readonly string[]
}

/** More tables than this are put into directories. */
const mostAtTop = 8
/** Tables that make a directory by their prefix, and by what they point at. */
const least = { prefix: 3, cluster: 2 }
const mostInCluster = 12

/**
 * The directories of the menu: by the schema where it is not the usual one, else by a prefix that several tables have, else around the tables
 * that most others point at. What stays alone is one directory of its own.
 */
export function menuGroups(all: readonly TableFacts[]): MenuGroup[] {
  const schemas = [...new Set(all.map(({ name }) => schemaOf(name)))].filter((schema) => schema !== 'public')
  const ofSchemas = schemas.map((schema) => {
    const own = all.map(({ name }) => name).filter((name) => schemaOf(name) === schema)
    return groupOf(schema, own, 'they are the tables of a schema')
  })
  return [...ofSchemas, ...groupsOf(all.filter(({ name }) => schemaOf(name) === 'public'))]
}

function groupsOf(tables: readonly TableFacts[]): MenuGroup[] {
  if (tables.length <= mostAtTop) return []
  const prefixed = byPrefix(tables)
  const left = tables.filter(({ name }) => !prefixed.some((group) => group.tables.includes(name)))
  const clustered = byReference(left)
  const alone = left.filter(({ name }) => !clustered.some((group) => group.tables.includes(name))).map(({ name }) => name)
  const groups = [...prefixed, ...clustered]
  if (alone.length === 0) return groups
  const other = groups.length === 0 ? 'data' : 'other'
  return [
    ...groups,
    {
      stem: other,
      title: other === 'data' ? 'Data' : 'Other',
      titleChinese: other === 'data' ? '数据' : '其他',
      icon: 'pi pi-folder',
      because: 'nothing joins them to others',
      tables: alone,
    },
  ]
}

function groupOf(stem: string, tables: readonly string[], because: string, hub?: TableFacts): MenuGroup {
  const title = menuTitle(hub ? titleOf(hub, false).title : humanise(stem))
  const titleChinese = hub ? menuTitle(titleOf(hub, true).title) : title
  return { stem, title, titleChinese, icon: iconOf(stem, 'pi pi-folder'), because, tables }
}

function byPrefix(tables: readonly TableFacts[]): MenuGroup[] {
  const names = tables.map(({ name }) => name)
  const hubOf = (prefix: string) => tables.find(({ name }) => name === prefix)
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const [prefix = name] = name.split('_')
    groups.set(prefix, [...(groups.get(prefix) ?? []), name])
  }
  return [...groups]
    .filter(([prefix, own]) => own.length >= least.prefix && own.length < names.length * 0.98 && prefix !== '')
    .map(([prefix, own]) => groupOf(prefix, own, `their names begin with ${prefix}`, hubOf(prefix)))
}

/** Tables around the one that most of them point at, or that points at most of them, the largest group first. */
function byReference(tables: readonly TableFacts[]): MenuGroup[] {
  const names = tables.map(({ name }) => name)
  const near = new Map(names.map((name) => [name, new Set<string>()]))
  for (const { name, foreignKeys } of tables)
    for (const { table } of foreignKeys)
      if (table !== name && near.has(table)) {
        near.get(name)?.add(table)
        near.get(table)?.add(name)
      }
  const groups: { hub: string; own: string[] }[] = []
  const free = new Set(names)
  for (;;) {
    const [hub] = [...free].sort((a, b) => freeNear(near, free, b).length - freeNear(near, free, a).length || (a < b ? -1 : 1))
    const around = hub === undefined ? [] : freeNear(near, free, hub)
    if (hub === undefined || around.length + 1 < least.cluster) break
    const own = [hub, ...around.filter((name) => !belongsElsewhere(name, hub, names))].slice(0, mostInCluster)
    for (const name of own) free.delete(name)
    groups.push({ hub, own })
  }
  for (const name of [...free]) {
    const group = groups.find(({ own }) => own.some((each) => near.get(name)?.has(each)))
    if (group) group.own.push(name)
  }
  return groups
    .filter(({ own }) => own.length >= least.cluster)
    .map(({ hub, own }) => {
      const because = `they are what ${hub} refers to, and what refers to it`
      return groupOf(
        hub,
        own,
        because,
        tables.find(({ name }) => name === hub),
      )
    })
}

function freeNear(near: ReadonlyMap<string, ReadonlySet<string>>, free: ReadonlySet<string>, name: string): string[] {
  return [...(near.get(name) ?? [])].filter((each) => free.has(each))
}

/** `invoice_line` goes into the directory of `invoice`, whatever else it refers to. */
function belongsElsewhere(name: string, hub: string, names: readonly string[]): boolean {
  const owner = names.find((each) => each !== name && name.startsWith(`${singular(each)}_`))
  return owner !== undefined && owner !== hub
}
