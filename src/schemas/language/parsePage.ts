import * as z from 'zod/mini'
import { isObject } from '../isObject.ts'
import type { Action } from './action/action.ts'
import { builtInAction } from './action/builtInActions.ts'
import { checkActions, parseActions } from './action/parseActions.ts'
import { checkRowless, withBuiltIns } from './action/placedActions.ts'
import { areas } from './area/area.ts'
import { checkFormArea, checkUseOwner, memberEntity } from './area/parseArea.ts'
import { parseCondition } from './condition/condition.ts'
import { dashboardShape, parseDashboard } from './dashboard/parseDashboard.ts'
import type { DashboardTargets } from './dashboard/targets.ts'
import { checkDetail, detailShape, parseDetail } from './detail/parseDetail.ts'
import { fieldsOfSection } from './detail/section.ts'
import type { Entity } from './entity/entity.ts'
import { narrowedEntity } from './entity/narrowedEntity.ts'
import { entityShape, parseEntity, parseFields } from './entity/parseEntity.ts'
import { fieldScope } from './entity/parseField.ts'
import { usedEntity } from './entity/usedEntity.ts'
import { noForm } from './form/form.ts'
import { formShape, formSourceShape, looseEntity, parseForm, parseFormSource } from './form/parseForm.ts'
import { freeze } from './freeze.ts'
import { type Issue, issueAt } from './issue.ts'
import { parseItems } from './items/parseItems.ts'
import { checkEditable } from './list/checkEditable.ts'
import { checkListing } from './list/parseListing.ts'
import { parseTable, tableShape } from './list/parseTable.ts'
import type { Table } from './list/table.ts'
import type { Page } from './page.ts'
import { controllerOf, pageKinds } from './page.ts'
import { checkKeys } from './pageKeys.ts'
import { readShape } from './shape.ts'

/** The shape of page.json; `page.schema.json` is generated from it. */
export const pageShape = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  kind: z.enum(pageKinds),
  area: z.optional(z.enum(areas)),
  controller: z.optional(z.string().check(z.regex(/^(?:[a-z][a-zA-Z0-9]*\.)*[A-Z][a-zA-Z0-9]*$/))),
  entity: z.optional(z.union([z.strictObject({ use: z.string(), owner: z.optional(z.string()) }), z.strictObject(entityShape)])),
  fields: z.optional(z.record(z.string(), z.unknown())),
  table: z.optional(tableShape),
  form: z.optional(formShape),
  detail: z.optional(z.array(detailShape)),
  actions: z.optional(z.record(z.string(), z.unknown())),
  check: z.optional(z.array(z.record(z.string(), z.unknown()))),
  comments: z.optional(z.literal(true)),
  ...formSourceShape,
  dashboard: z.optional(dashboardShape),
  plugin: z.optional(z.string()),
})

/** What is known of other screens when a page is parsed. */
export interface PageSurroundings {
  /** Entities of entities/ and of other pages, for `{ "use": … }`. */
  entityOf: (table: string) => Entity | undefined
  /** For dashboards, which are parsed last. */
  targets?: DashboardTargets
}

/**
 * Parses one page. Relations and remote pages are checked later, when all pages are known: see codegen/check/references.ts.
 * Returns the page, or undefined when its faults leave nothing to work with; every fault is pushed to `issues`.
 */
export function parsePage(
  id: string,
  json: unknown,
  around: PageSurroundings['entityOf'] | PageSurroundings,
  issues: Issue[],
): Page | undefined {
  const outer = isObject(json) ? json : {}
  // The entity is a union: checking the intended branch gives far better messages than zod's "none of both".
  const entityJson = isObject(outer.entity) ? outer.entity : {}
  const uses = Object.hasOwn(entityJson, 'use')
  const shown = outer.entity === undefined ? outer : { ...outer, entity: uses ? entityJson : { table: 't' } }
  const { dashboard: _, ...rest } = shown
  const read = readShape(pageShape, rest, [], issues)
  if (read) checkKeys(read.kind, outer, issues)
  const { entityOf, targets } = typeof around === 'function' ? { entityOf: around, targets: undefined } : around
  const own = {
    json: entityJson,
    uses,
    written: outer.entity,
    // The rows that a member sees on such a page are the member's own.
    isOwn: outer.area === 'user' && typeof entityJson.owner === 'string',
    fields: isObject(outer.fields) ? outer.fields : {},
  }
  if (!read) {
    if (outer.kind === 'crud' || outer.kind === 'detail') parseRecords(own, entityOf, issues)
    return undefined
  }
  const area = read.area ?? 'admin'
  const base = { id, version: 1, kind: read.kind, area, controller: read.controller ?? controllerOf(id), ...nothing } as const
  switch (read.kind) {
    case 'plugin':
      if (!read.plugin) issues.push(issueAt([], 'missing "plugin": the name of the plugin screen'))
      return freeze({ ...base, plugin: read.plugin ?? '' })
    case 'dashboard': {
      const dashboard = parseDashboard(
        outer.dashboard,
        { pages: new Map(), tables: new Map(), ...targets, self: { id, area } },
        issues,
      )
      return dashboard && freeze({ ...base, dashboard, actions: indexAction() })
    }
    case 'form':
      return parseFormPage({ base, read, own }, entityOf, issues)
    default:
      return parseRecordPage({ base, read, own }, entityOf, issues)
  }
}

type PageJson = z.output<typeof pageShape>
type Base = Pick<Page, 'id' | 'version' | 'kind' | 'area' | 'controller'> & typeof nothing
/** The entity of a page as it was written, with the fields beside it. */
interface EntityJson {
  /** `{}` where it is no object. */
  json: Record<string, unknown>
  uses: boolean
  /** As it was written, whatever it is; undefined where the page has none. */
  written: unknown
  /** The records are the person's own, of which nothing is masked. */
  isOwn: boolean
  fields: Record<string, unknown>
}

/** A page as it was written, after its shape was checked. */
interface WrittenPage {
  base: Base
  read: PageJson
  own: EntityJson
}

const noTable: Table = {
  columns: [],
  search: [],
  quickSearch: [],
  toolbar: [],
  row: [],
  bulk: [],
  view: ['table'],
  deleted: [],
  pageSize: 20,
  expanded: false,
  live: false,
  sheets: {},
  filters: {},
  expand: [],
  editable: [],
  summary: [],
  tabs: null,
  preset: {},
}
/** What a page has when its kind has nothing of it. */
const nothing: Omit<Page, 'id' | 'version' | 'kind' | 'area' | 'controller'> = {
  entity: looseEntity({}),
  fields: {},
  related: {},
  table: noTable,
  form: noForm,
  detail: null,
  actions: {},
  check: [],
  comments: false,
  source: null,
  items: null,
  dashboard: null,
  plugin: null,
}

function parseRecords(own: EntityJson, entityOf: PageSurroundings['entityOf'], issues: Issue[]): Entity | undefined {
  if (own.written === undefined) {
    issues.push(issueAt([], 'missing "entity": the table of the page'))
    return undefined
  }
  return own.uses
    ? usedEntity({ ...own, table: String(own.json.use) }, entityOf, issues)
    : parseEntity(own.written, own.fields, ['entity'], issues)
}

/** A list of records, or one of them read-only at an address of its own. */
function parseRecordPage(
  { base, read, own }: WrittenPage,
  entityOf: PageSurroundings['entityOf'],
  issues: Issue[],
): Page | undefined {
  const whole = parseRecords(own, entityOf, issues)
  if (!whole) return undefined
  const isList = read.kind === 'crud'
  if (own.uses) checkUseOwner(base.area, own.json.owner, issues)
  const detail = read.detail ? parseDetail(read.detail, whole, issues) : null
  const named = (detail ?? []).flatMap(fieldsOfSection)
  // The owner of a table says what it holds; a page of one record only borrows.
  const borrowed = isList || !own.uses ? whole : narrowedEntity(whole, named)
  const entity = base.area === 'user' ? memberEntity(whole, own.json.owner, { ...read, fields: own.fields }, issues) : borrowed
  if (read.form?.plugins)
    issues.push(issueAt(['form', 'plugins'], 'only the form of a page of kind "form" has sections of plugins', 'remove it'))
  const { fields } = entity
  const scope = fieldScope(fields, { related: (name) => relatedFields(entity, name, entityOf) })
  const actions = parseActions(read.actions ?? {}, { pageId: base.id, entity, fields, scope }, issues)
  const table = isList ? parseTable(read.table ?? {}, entity, scope, issues) : { ...noTable, row: ['detail'] }
  if (!isList && !read.detail) issues.push(issueAt([], 'missing "detail": the sections that are shown'))
  const all = withBuiltIns(actions, table, entity, issues)
  const past = isList && base.area === 'admin' && whole.history && whole.key ? builtInAction('history') : undefined
  if (past) all.history = past
  checkRowless({ actions: all, table, source: null }, issues)
  if (read.comments && (base.area !== 'admin' || whole.key === null))
    issues.push(issueAt(['comments'], 'only administrators comment, on records with a key', 'remove it'))
  const page: Page = {
    ...base,
    entity,
    fields,
    table,
    form: isList ? parseForm(read.form, entity, issues) : base.form,
    detail,
    actions: all,
    check: (read.check ?? []).map((c, i) => parseCondition(c, fieldScope(fields), ['check', i], issues)),
    comments: read.comments ?? false,
  }
  checkActions(page, issues)
  checkListing(page, entity.key, issues)
  checkEditable(page, issues)
  checkDetail(page, issues)
  return freeze(page)
}

/** One record: a row, rows of settings, or what goes to a server action. */
function parseFormPage(
  { base, read, own }: WrittenPage,
  entityOf: PageSurroundings['entityOf'],
  issues: Issue[],
): Page | undefined {
  const isRow = read.store === 'row'
  const stored = isRow || own.written === undefined ? undefined : parseRecords({ ...own, fields: {} }, entityOf, issues)
  const isOwn = typeof read.row === 'object' && '$self' in read.row
  const whole = isRow
    ? parseRecords({ ...own, isOwn }, entityOf, issues)
    : looseEntity(parseFields(own.fields, ['fields'], issues))
  if (!whole) return undefined
  const source = parseFormSource(read, isRow ? whole : stored, issues)
  const form = { ...parseForm(read.form, whole, issues), size: 'page' as const }
  const named = form.sections.flatMap((part) => part.fields)
  // Members get nothing beside the fields of the form, not even what leads to other tables.
  const bare = base.area === 'user' ? { ...whole, relations: {} } : whole
  const entity = isRow ? narrowedEntity(bare, named) : whole
  const { fields } = entity
  const edit = builtInAction('edit')
  if (!source || !edit) return undefined
  if (own.uses) checkUseOwner(base.area, own.json.owner, issues)
  checkFormArea(base.area, source, entity.table, issues)
  const call = source.store === 'call' ? source.call : edit.call
  const { items: table, itemGroups: groups = null } = read
  const further = table === undefined ? undefined : parseItems({ table, groups }, { source, form, fields }, entityOf, issues)
  if (groups !== null && !further) issues.push(issueAt(['itemGroups'], 'groups are of items', 'name their table in "items"'))
  const actions = {
    edit: { ...edit, call },
    ...further?.actions,
    ...parseActions(read.actions ?? {}, { pageId: base.id, entity, fields, scope: fieldScope(fields) }, issues),
  }
  checkRowless({ actions, table: noTable, source }, issues)
  checkActions({ actions, table: noTable, form, entity, fields }, issues)
  return freeze({
    ...base,
    entity,
    fields,
    form,
    actions,
    check: (read.check ?? []).map((c, i) => parseCondition(c, fieldScope(fields), ['check', i], issues)),
    source,
    items: further?.items ?? null,
  })
}

/** What a screen that only shows something may do, so that its node is asked for. */
function indexAction(): Record<string, Action> {
  const detail = builtInAction('detail')
  return detail ? { detail } : {}
}

/** Fields of the rows that a relation of many leads to. */
function relatedFields(entity: Entity, name: string, entityOf: (table: string) => Entity | undefined) {
  const relation = entity.relations[name]
  return relation?.type === 'many' ? entityOf(relation.table)?.fields : undefined
}
