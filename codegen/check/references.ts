import type { Field } from '../../src/schemas/field.ts'
import { actionOf, actionsOf } from '../../src/schemas/language/action/actionOf.ts'
import { exportTable, isBuiltIn } from '../../src/schemas/language/action/builtInActions.ts'
import { type Area, areas } from '../../src/schemas/language/area/area.ts'
import { isRowsSection } from '../../src/schemas/language/detail/section.ts'
import { type Issue, issueAt, suggest } from '../../src/schemas/language/issue.ts'
import { buttonName, type MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { makePauses } from '../schema/pauses.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Schema } from '../schema/schema.ts'
import { checkDashboard } from './dashboard.ts'
import { iconFault } from './icons.ts'
import { linksOf } from './links.ts'

type Path = readonly (string | number)[]
type Report = (path: Path, what: string, fix?: string) => void

/** What can be checked only when all pages, tables and menus are known: every reference leads somewhere, every node is in the menu. */
export async function checkReferences(
  schema: Schema,
  files: ReadonlyMap<string, { file: JsonFile }>,
  menus: { files: Readonly<Partial<Record<Area, Pick<JsonFile, 'locate'>>>>; isWhole: boolean },
  issues: Issue[],
): Promise<void> {
  const pause = makePauses()
  for (const page of schema.pages.values()) {
    await pause()
    const file = files.get(page.id)?.file
    const report: Report = (path, what, fix = '') => {
      const issue = issueAt(path, what, fix)
      issues.push(file ? file.locate(issue) : issue)
    }
    checkRelations(page, schema, report)
    checkLookups(page, schema, report)
    for (const field of Object.values(page.fields)) {
      checkRemote(field, ['fields', field.name], schema, report)
      checkRemoteArea(page, field, schema, report)
    }
    for (const action of Object.values(page.actions)) {
      for (const field of Object.values(action.fields)) {
        checkRemote(field, ['actions', action.name, 'fields', field.name], schema, report)
        checkGuess(field, action.fields, ['actions', action.name, 'fields', field.name], report)
        if (field.from && page.entity.relations[field.from]?.type !== 'many') {
          report(
            ['actions', action.name, 'fields', field.name, 'from'],
            `no relation of many rows "${field.from}"`,
            suggest(field.from, Object.keys(page.entity.relations)),
          )
        }
      }
    }
    checkLinks(page, schema, report)
    if (menus.isWhole) checkNodes(page, schema, menuFile(page, file), report)
    checkPlace(page, schema, report)
    checkDashboard(page, schema, (issue) => issues.push(file ? file.locate(issue) : issue))
  }
  for (const area of areas) {
    for (const issue of menuIssues(area, schema)) issues.push(menus.files[area]?.locate(issue) ?? issue)
  }
}

/** Rules that open a screen lead to one of their area. */
function menuIssues(area: Area, schema: Schema): Issue[] {
  const ids = [...schema.pages.values()].filter((page) => page.area === area).map(({ id }) => id)
  return schema.menus[area].flatMap((rule, i) => {
    const fault = rule.icon === undefined ? undefined : iconFault(rule.icon)
    return [...(fault ? [issueAt([i, 'icon'], fault.what, fault.fix)] : []), ...ofScreen(rule, i, ids)]
  })
}

function ofScreen(rule: MenuSeed, i: number, ids: readonly string[]): Issue[] {
  const component = rule.component ?? rule.name
  if (rule.type !== 'menu' || (rule.menu_type ?? 'tab') !== 'tab' || rule.status === 0 || ids.includes(component)) return []
  return [issueAt([i, 'name'], `no such page "${component}"`, suggest(component, ids) || 'set "status": 0')]
}

function checkRelations(page: Page, schema: Schema, report: Report): void {
  for (const [name, relation] of Object.entries(page.entity.relations)) {
    const target = schema.entities.get(relation.table)
    const at: Path = ['entity', 'relations', name]
    if (!target)
      report([...at, 'table'], `no such table "${relation.table}"`, suggest(relation.table, [...schema.entities.keys()]))
    else if (relation.type === 'many' && !target.fields[relation.foreignKey]) {
      report(
        [...at, 'many'],
        `the table "${relation.table}" has no field "${relation.foreignKey}"`,
        suggest(relation.foreignKey, Object.keys(target.fields)),
      )
    } else if (relation.type === 'one' && target.keyParts) {
      report(
        [...at, 'table'],
        `rows of "${relation.table}" are named by several columns (${target.keyParts.join(', ')}), and "${relation.key}" is one`,
      )
    }
  }
  const dotted: [string, Path][] = [
    ...page.table.columns.map((c, i): [string, Path] => [c.field, ['table', 'columns', i]]),
    ...page.table.search.map((s, i): [string, Path] => [s.field, ['table', 'search', i]]),
    ...page.table.quickSearch.map((q, i): [string, Path] => [q, ['table', 'quickSearch', i]]),
    ...(page.detail ?? []).flatMap((part, i) =>
      part.fields.map((f, j): [string, Path] => [
        isRowsSection(part) ? `${part.relation}.${f}` : f,
        ['detail', i, isRowsSection(part) ? 'columns' : 'fields', j],
      ]),
    ),
    ...actionsOf(page, 'run').flatMap(({ name, summary }) =>
      summary.map(({ field }, i): [string, Path] => [field, ['actions', name, 'summary', i]]),
    ),
    ...actionsOf(page, 'print').flatMap(({ name, print }) =>
      print.sections.flatMap((part, i) =>
        part.fields.map((f, j): [string, Path] => [
          part.as === 'fields' ? f : `${part.relation}.${f}`,
          ['actions', name, 'print', 'sections', i, part.as === 'fields' ? 'fields' : 'columns', j],
        ]),
      ),
    ),
  ]
  for (const [name, path] of dotted) {
    const [relation = '', field] = name.split('.')
    const target = schema.entities.get(page.entity.relations[relation]?.table ?? '')
    if (field === undefined || !target) continue
    const found = target.fields[field]
    if (!found) report(path, `the table "${target.table}" has no field "${field}"`, suggest(field, Object.keys(target.fields)))
    else if (found.secret) report(path, `"${name}" is secret and cannot be shown`)
  }
}

/** What a form shows of a chosen row is kept by its table, may be seen, and can be added to where it is. */
function checkLookups(page: Page, schema: Schema, report: Report): void {
  for (const [name, { table, fields, projected, fill, copies, key }] of Object.entries(page.form.lookup)) {
    const at: Path = ['form', 'lookup', name]
    const target = schema.entities.get(table)
    const chosen = page.fields[key]
    if (chosen && !chosen.page && !chosen.table) report(at, `"${key}" is no remote field, so no row of "${table}" can be chosen`)
    const known = Object.values(target?.fields ?? {}).flatMap((field) => (field.store && !field.secret ? [field.name] : []))
    for (const [i, each] of fields.entries())
      if (!known.includes(each))
        report([...at, 'fields', i], `the table "${table}" keeps no "${each}" that may be shown`, suggest(each, known))
    for (const [each, added] of Object.entries(projected))
      if (known.includes(each) && target?.fields[each]?.kind !== page.fields[added]?.kind)
        report([...at, 'projected', each], `"${each}" and "${added}" are of different kinds and cannot be added`)
    for (const [key, by] of Object.entries({ fill, copies }))
      for (const [each, filled] of Object.entries(by))
        if (known.includes(each) && target?.fields[each]?.kind !== page.fields[filled]?.kind)
          report([...at, key, each], `"${each}" and "${filled}" are of different kinds and cannot be taken over`)
  }
}

function checkRemote(field: Field, path: Path, schema: Schema, report: Report): void {
  const page = field.page === undefined ? undefined : schema.pages.get(field.page)
  if (field.page !== undefined && !page)
    report([...path, 'page'], `no such page "${field.page}"`, suggest(field.page, [...schema.pages.keys()]))
  const entity = page?.entity ?? (field.table === undefined ? undefined : schema.entities.get(field.table))
  if (field.table !== undefined && !entity)
    report([...path, 'table'], `no such table "${field.table}"`, suggest(field.table, [...schema.entities.keys()]))
  if (entity && field.show && !entity.fields[field.show]) {
    report(
      [...path, 'show'],
      `the table "${entity.table}" has no field "${field.show}"`,
      suggest(field.show, Object.keys(entity.fields)),
    )
  }
  if (entity?.keyParts)
    report(
      [...path, field.page === undefined ? 'table' : 'page'],
      `rows of "${entity.table}" are named by several columns (${entity.keyParts.join(', ')}), and a field holds one value`,
      'enter the values in fields of their own',
    )
  const pattern = entity?.fields[field.guessBy ?? '']
  if (entity && field.guessBy !== undefined && (!pattern?.store || pattern.secret || pattern.mask || pattern.kind !== 'string'))
    report([...path, 'guessBy'], `the table "${entity.table}" keeps no text "${field.guessBy}" with a pattern`)
  for (const inner of Object.values(field.fields ?? {})) checkRemote(inner, [...path, 'fields', inner.name], schema, report)
}

/** What a choice is guessed from is a text of the same form. */
function checkGuess({ guessFrom, guessBy }: Field, form: Readonly<Record<string, Field>>, path: Path, report: Report): void {
  if ((guessFrom === undefined) !== (guessBy === undefined)) report(path, 'a guess needs both "guessFrom" and "guessBy"')
  const texts = Object.values(form).flatMap(({ name, kind }) => (kind === 'string' ? [name] : []))
  if (guessFrom !== undefined && !texts.includes(guessFrom))
    report([...path, 'guessFrom'], `its form has no text "${guessFrom}"`, suggest(guessFrom, texts))
}

/** Members are offered no rows of administrators' screens: those are limited by the rights of administrators. */
function checkRemoteArea({ area }: Page, field: Field, schema: Schema, report: Report): void {
  const target = schema.pages.get(field.page ?? '')
  if (area === 'user' && !field.readOnly && target && target.area !== area)
    report(
      ['fields', field.name, 'page'],
      `"${target.id}" is a screen of the area "${target.area}"`,
      'offer the rows of a "table"',
    )
}

function checkLinks(page: Page, schema: Schema, report: Report): void {
  for (const { at, link } of linksOf(page)) {
    const target = schema.pages.get(link.page)
    if (!target) report([...at, 'page'], `no such page "${link.page}"`, suggest(link.page, [...schema.pages.keys()]))
    else if (target.area !== page.area) report([...at, 'page'], `"${link.page}" is a screen of the area "${target.area}"`)
  }
}

/** The menu beside a page: of the platform, or of the page's module. */
function menuFile({ area }: Page, file: JsonFile | undefined): string {
  const folder = /^modules\/[^/]+\//.exec(file?.name ?? '')?.[0] ?? ''
  return `${folder}menus/${area}.json`
}

/** Every action's node is a button of the page's menu rule, so that a role can hold it. */
function checkNodes(page: Page, schema: Schema, menu: string, report: Report): void {
  const rule = schema.menus[page.area].find((r) => r.name === page.id)
  if (!rule) {
    report([], `no menu rule is called "${page.id}"`, `add one to ${menu}`)
    return
  }
  for (const action of Object.values(page.actions)) {
    // Who may open the page may see the history; reachable reports a page that nobody can open.
    if (action.type !== 'history' && !(rule.buttons ?? []).includes(action.node)) {
      report(
        ['actions', action.name, ...(isBuiltIn(action) ? [] : ['node'])],
        `the menu rule "${page.id}" has no button "${action.node}"`,
        suggest(action.node, rule.buttons ?? []),
      )
    }
  }
  for (const [i, { right }] of page.table.summary.entries()) {
    if (right === null) continue
    const nodes = schema.menus[page.area].flatMap(({ name, buttons }) =>
      (buttons ?? []).map((button) => buttonName(name, button)),
    )
    if (!nodes.includes(right))
      report(['table', 'summary', i, 'right'], `no menu rule has the button "${right}"`, suggest(right, nodes))
  }
  for (const { name, node } of Object.values(page.fields)) {
    if (node === undefined || (rule.buttons ?? []).includes(node)) continue
    report(['fields', name, 'node'], `the menu rule "${page.id}" has no button "${node}"`, suggest(node, rule.buttons ?? []))
  }
}

/** The files of a list wait under a page over the table of exports. */
function checkPlace(page: Page, schema: Schema, report: Report): void {
  const place = actionOf(page, 'export', 'export')?.place
  if (!place || schema.pages.get(place)?.entity.table === exportTable) return
  const known = [...schema.pages.values()].filter(({ entity }) => entity.table === exportTable).map(({ id }) => id)
  report(['actions', 'export', 'place'], `"${place}" is no page over exports`, suggest(place, known))
}
