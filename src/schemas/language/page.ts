import type { Condition } from '../condition.ts'
import type { Field } from '../field.ts'
import type { Action } from './action/action.ts'
import type { Area } from './area/area.ts'
import type { Dashboard } from './dashboard/dashboard.ts'
import type { DetailSection } from './detail/section.ts'
import type { Entity } from './entity/entity.ts'
import type { Form } from './form/form.ts'
import type { FormSource } from './form/formSource.ts'
import type { ItemsOf } from './items/items.ts'
import type { Table } from './list/table.ts'

export const pageKinds = ['crud', 'form', 'detail', 'dashboard', 'plugin'] as const
export type PageKind = (typeof pageKinds)[number]

/** A screen after parsing: frozen, every default filled in, every reference checked. */
export interface Page {
  /** Screen id = path of its folder: `auth/group`. */
  id: string
  version: 1
  kind: PageKind
  /** Who it is for; members meet their own rows only. */
  area: Area
  /** `auth.Group`: the address is /admin/<controller>/<call>, of members' screens /api/<controller>/<call>. */
  controller: string
  entity: Entity
  /** Fields that forms and columns may name, in the order of the page. */
  fields: Readonly<Record<string, Field>>
  /** Fields of other tables that this page shows or compares, by relation and name; filled in when all tables are known. */
  related: Readonly<Record<string, Readonly<Record<string, Field>>>>
  table: Table
  form: Form
  detail: readonly DetailSection[] | null
  actions: Readonly<Record<string, Action>>
  /** Rules between fields of a record; words `check.<index>`. */
  check: readonly Condition[]
  /** Administrators who may read a record may write comments on it. */
  comments: boolean
  /** Pages of kind `form`: where their one record is kept. */
  source: FormSource | null
  /** Pages of kind `form` that keep names and values: the table of further fields that people make at run time. */
  items: ItemsOf | null
  /** Pages of kind `dashboard`: what they show. */
  dashboard: Dashboard | null
  /** Pages of kind `plugin`: the name of the plugin screen that draws them. */
  plugin: string | null
}

/** `auth/group` → `auth.Group`; `dashboard` → `Dashboard`. */
export function controllerOf(pageId: string): string {
  const parts = pageId.split('/')
  const last = parts.pop() ?? ''
  return [...parts, last.charAt(0).toUpperCase() + last.slice(1)].join('.')
}
