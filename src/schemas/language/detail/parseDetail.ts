import * as z from 'zod/mini'
import { kindOf } from '../../kinds/index.ts'
import type { Entity } from '../entity/entity.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { fieldAt, linkShape, manyRelations } from '../list/parseTable.ts'
import type { Path } from '../place.ts'
import type { DetailSection } from './section.ts'

/** The shape of a section of the read-only view. */
export const detailShape = z.strictObject({
  name: z.string(),
  fields: z.optional(z.array(z.string())),
  copy: z.optional(z.literal(true)),
  relation: z.optional(z.string()),
  columns: z.optional(
    z.array(
      z.union([z.string(), z.strictObject({ field: z.string(), link: z.optional(linkShape), url: z.optional(z.string()) })]),
    ),
  ),
  as: z.optional(z.enum(['table', 'timeline'])),
  limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
  more: z.optional(linkShape),
  difference: z.optional(z.tuple([z.string(), z.string()])),
  links: z.optional(z.string()),
  actions: z.optional(z.array(z.string()).check(z.minLength(1))),
})

interface RelatedColumn {
  field: string
  link?: z.output<typeof linkShape> | undefined
  url?: string | undefined
}

/** A section that is drawn in a way of its own: two texts compared, records of other screens, what can be done. Undefined for all others. */
function ownSection(part: z.output<typeof detailShape>, entity: Entity, path: Path, issues: Issue[]): DetailSection | undefined {
  const as = (['difference', 'links', 'actions'] as const).find((key) => part[key] !== undefined)
  if (!as) return undefined
  for (const key of Object.keys(part).filter((each) => each !== 'name' && each !== as))
    issues.push(issueAt([...path, key], `a section with "${as}" has nothing else`, 'remove it'))
  if (part.difference) {
    for (const [j, name] of part.difference.entries()) {
      const at: Path = [...path, 'difference', j]
      const field = fieldAt(name, entity, at, issues)
      if (field?.secret) issues.push(issueAt(at, `"${name}" is secret and cannot be compared`))
      else if (field && kindOf(field).comparable !== 'text') issues.push(issueAt(at, `"${name}" is no text`))
    }
    return { name: part.name, as: 'difference', fields: part.difference }
  }
  if (part.actions) return { name: part.name, as: 'actions', fields: [], actions: part.actions }
  const name = part.links ?? ''
  const field = fieldAt(name, entity, [...path, 'links'], issues)
  if (field && !(field.virtual && 'compute' in field.virtual))
    issues.push(issueAt([...path, 'links'], `"${name}" is no computed field`, 'the server makes the list'))
  return { name: part.name, as: 'links', fields: [name] }
}

/** Parses the sections of the read-only view. */
export function parseDetail(json: readonly z.output<typeof detailShape>[], entity: Entity, issues: Issue[]): DetailSection[] {
  return json.flatMap((part, i): DetailSection[] => {
    const path: Path = ['detail', i]
    const own = ownSection(part, entity, path, issues)
    if (own) return [own]
    if (part.relation !== undefined) {
      if (entity.relations[part.relation]?.type !== 'many') {
        const many = manyRelations(entity)
        issues.push(issueAt([...path, 'relation'], `no relation of many rows "${part.relation}"`, suggest(part.relation, many)))
      }
      const columns: readonly RelatedColumn[] = (part.columns ?? []).map((column) =>
        typeof column === 'string' ? { field: column } : column,
      )
      const links = columns.flatMap(({ field, link }) => (link ? [[field, link] as const] : []))
      const urls = columns.flatMap(({ field, url }) => (url === undefined ? [] : [[field, url] as const]))
      const fields = columns.map(({ field }) => field)
      if (part.copy) issues.push(issueAt([...path, 'copy'], 'rows are not copied', 'only a section of "fields" is'))
      if (part.more && !part.limit) issues.push(issueAt([...path, 'more'], 'all rows are shown', 'say the "limit"'))
      const { limit, more } = part
      const leads = { links: Object.fromEntries(links), urls: Object.fromEntries(urls) }
      const own = { name: part.name, as: part.as ?? 'table', relation: part.relation, fields, ...leads }
      return [{ ...own, ...(limit ? { limit } : {}), ...(more ? { more } : {}) }]
    }
    for (const [j, name] of (part.fields ?? []).entries()) fieldAt(name, entity, [...path, 'fields', j], issues)
    return [{ name: part.name, as: 'fields', fields: part.fields ?? [], ...(part.copy ? { copy: true } : {}) }]
  })
}

/** What sections are checked against: the actions of the rows. */
interface Detailed {
  detail: readonly DetailSection[] | null
  table: { row: readonly string[] }
}

/** What a section offers to do is an action of the rows. */
export function checkDetail({ detail, table }: Detailed, issues: Issue[]): void {
  for (const [i, part] of (detail ?? []).entries())
    for (const [j, name] of (part.as === 'actions' ? part.actions : []).entries())
      if (!table.row.includes(name))
        issues.push(issueAt(['detail', i, 'actions', j], `"${name}" is no action of a row`, suggest(name, table.row)))
}
