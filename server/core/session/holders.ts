import { type RawBuilder, sql } from 'kysely'

/** Whom a notification is for: holders of a node, if any groups are given only of those. */
export interface HoldersInput {
  node: string
  /** Members of one of the groups with these names. */
  names?: readonly string[]
  /** Members of one of the groups with these ids. */
  groups?: readonly number[]
}

/** SQL for the ids of enabled administrators whose enabled groups hold the node, or everything. */
export function holdersSql({ node, names = [], groups = [] }: HoldersInput): RawBuilder<{ id: number }> {
  const chosen =
    groups.length === 0
      ? sql``
      : sql`and exists (select 1 from admin_group_access y where y.uid = a.id and y.group_id = any(${groups}::int[]))`
  const called =
    names.length === 0
      ? sql``
      : sql`and exists (select 1 from admin_group_access y join admin_group n on n.id = y.group_id and n.status = 1
          where y.uid = a.id and lower(n.name) = any(${names.map((name) => name.toLowerCase())}::text[]))`
  return sql`select distinct a.id from admin a join admin_group_access x on x.uid = a.id join admin_group g on g.id = x.group_id
    where a.status = 1 and g.status = 1 and ('*' = any(g.rules) or g.rules && (
      select coalesce(array_agg(r.id::text), '{}') from admin_rule r where lower(r.name) = lower(${node}))) ${chosen} ${called}`
}
