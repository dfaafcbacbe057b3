import type { Entity } from '../entity/entity.ts'
import { narrowedEntity } from '../entity/narrowedEntity.ts'
import type { FormSource } from '../form/formSource.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Area } from './area.ts'

/** What a page of records names of its table, as written. */
export interface NamedParts {
  table?: Readonly<Record<string, unknown>> | undefined
  form?: unknown
  detail?: unknown
  fields: Readonly<Record<string, unknown>>
}

/**
 * The entity as members meet it: with the field that says whose a row is, and nothing but what the page names. Where a page shows members
 * a table of administrators, what it does not name never leaves the server.
 */
export function memberEntity(entity: Entity, owner: unknown, parts: NamedParts, issues: Issue[]): Entity {
  const named = namedIn(parts)
  const relations = Object.fromEntries(
    Object.entries(entity.relations).filter(
      ([name]) => named.has(name) || [...named].some((each) => each.startsWith(`${name}.`)),
    ),
  )
  const own = typeof owner === 'string' ? owner : entity.owner
  if (own === null)
    issues.push(issueAt(['entity'], 'missing "owner": the field that holds the member a row belongs to', 'such as "user_id"'))
  else if (!entity.fields[own]?.store)
    issues.push(issueAt(['entity', 'owner'], `no such field "${own}"`, suggest(own, Object.keys(entity.fields))))
  const names = Object.keys(entity.fields).filter((name) => named.has(name))
  return narrowedEntity({ ...entity, owner: own, relations }, names)
}

/** Every text of the parts that name fields: columns, search, sections and the like; those that are no fields name nothing. */
function namedIn({ table, form, detail, fields }: NamedParts): Set<string> {
  const { columns, search, quickSearch, summary, tabs } = table ?? {}
  return new Set([...Object.keys(fields), ...texts([columns, search, quickSearch, summary, tabs, form, detail])])
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : []
}

/** Whose record a form may be about: members have their own row and what they hand to the server, no other. */
export function checkFormArea(area: Area, source: FormSource, table: string, issues: Issue[]): void {
  if (source.store === 'call') return
  const isOwn = source.store === 'row' && 'self' in source.key
  const accounts = { admin: 'admin', user: 'user' }[area]
  if (area === 'user' && !isOwn)
    issues.push(issueAt(['store'], 'a form of the area "user" is about the member: a "row" { "$self": "id" }, or a "call"'))
  if (isOwn && table !== accounts)
    issues.push(issueAt(['row', '$self'], `who acts in the area "${area}" is a row of "${accounts}", not of "${table}"`))
}

/** A page of the area `user` says whose rows it shows; one of administrators has it in its table. */
export function checkUseOwner(area: Area, owner: unknown, issues: Issue[]): void {
  if (area === 'admin' && owner !== undefined)
    issues.push(issueAt(['entity', 'owner'], 'only pages of the area "user" say whose rows they show', 'remove it'))
}
