import type { Entity } from '../entity/entity.ts'
import { suggest } from '../issue.ts'
import { refuse, within } from '../place.ts'
import type { DashboardPlace, TargetPage } from './targets.ts'

interface RightJson {
  right?: string | undefined
  owner?: string | undefined
}

/** What may see a figure made of a screen's rows: the right to that list, whose own limits hold. */
export function rightOfList(json: RightJson, page: TargetPage, place: DashboardPlace): { right: string; owner: null } {
  const right = `${page.id}/index`
  if (json.right) refuse(within(place, 'right'), `the right is that of the list, "${right}"`, 'remove it')
  if (json.owner) refuse(within(place, 'owner'), 'the list says itself whose rows they are', 'remove it')
  checkSameArea(page, place)
  return { right, owner: null }
}

/** What may see a figure made of a table without a screen: a node that the page names; members see what is theirs. */
export function rightOfTable(json: RightJson, entity: Entity, place: DashboardPlace): { right: string; owner: string | null } {
  const { self = { id: '', area: 'admin' } } = place.targets
  if (self.area === 'admin') {
    if (!json.right)
      refuse(place, 'missing "right": the node that may see rows of a table without a screen', 'such as "auth/admin/index"')
    if (json.owner) refuse(within(place, 'owner'), 'only pages of the area "user" say whose rows they count', 'remove it')
    return { right: json.right ?? '', owner: null }
  }
  const right = `${self.id}/index`
  if (json.right) refuse(within(place, 'right'), `the right is that of this page, "${right}"`, 'remove it')
  if (json.owner === undefined) refuse(place, 'missing "owner": the field that holds the member a row belongs to')
  else if (!entity.fields[json.owner]?.store)
    refuse(within(place, 'owner'), `no such field "${json.owner}"`, suggest(json.owner, Object.keys(entity.fields)))
  return { right, owner: json.owner ?? null }
}

/** Members are shown no rows of administrators' screens, and the other way round. */
export function checkSameArea(page: TargetPage, place: DashboardPlace): void {
  const { self } = place.targets
  if (self && page.area !== self.area)
    refuse(within(place, 'page'), `"${page.id}" is a screen of the area "${page.area}"`, `name one of "${self.area}"`)
}
