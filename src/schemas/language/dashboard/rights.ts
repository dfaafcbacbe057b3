import type { Area } from '../area/area.ts'
import type { Entity } from '../entity/entity.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Page } from '../page.ts'

type Path = readonly (string | number)[]
type Self = { id: string; area: Area }

/** What may see a figure made of a screen's rows: the right to that list, whose own limits hold. */
export function rightOfList(
  json: { right?: string | undefined; owner?: string | undefined },
  page: Page,
  self: Self | undefined,
  at: Path,
  issues: Issue[],
): { right: string; owner: null } {
  const right = `${page.id}/index`
  if (json.right) issues.push(issueAt([...at, 'right'], `the right is that of the list, "${right}"`, 'remove it'))
  if (json.owner) issues.push(issueAt([...at, 'owner'], 'the list says itself whose rows they are', 'remove it'))
  checkSameArea(page, self, at, issues)
  return { right, owner: null }
}

/** What may see a figure made of a table without a screen: a node that the page names; members see what is theirs. */
export function rightOfTable(
  json: { right?: string | undefined; owner?: string | undefined },
  entity: Entity,
  self: Self,
  at: Path,
  issues: Issue[],
): { right: string; owner: string | null } {
  if (self.area === 'admin') {
    if (!json.right)
      issues.push(
        issueAt(at, 'missing "right": the node that may see rows of a table without a screen', 'such as "auth/admin/index"'),
      )
    if (json.owner) issues.push(issueAt([...at, 'owner'], 'only pages of the area "user" say whose rows they count', 'remove it'))
    return { right: json.right ?? '', owner: null }
  }
  const right = `${self.id}/index`
  if (json.right) issues.push(issueAt([...at, 'right'], `the right is that of this page, "${right}"`, 'remove it'))
  if (json.owner === undefined) issues.push(issueAt(at, 'missing "owner": the field that holds the member a row belongs to'))
  else if (!entity.fields[json.owner]?.store)
    issues.push(issueAt([...at, 'owner'], `no such field "${json.owner}"`, suggest(json.owner, Object.keys(entity.fields))))
  return { right, owner: json.owner ?? null }
}

/** Members are shown no rows of administrators' screens, and the other way round. */
export function checkSameArea(page: Page, self: Self | undefined, at: Path, issues: Issue[]): void {
  if (self && page.area !== self.area)
    issues.push(issueAt([...at, 'page'], `"${page.id}" is a screen of the area "${page.area}"`, `name one of "${self.area}"`))
}
