import type { Field } from '../../src/schemas/field.ts'
import type { Operand } from '../../src/schemas/language/entity/virtual/base.ts'
import { operandsOf } from '../../src/schemas/language/entity/virtual/virtualKinds.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Known, Path, Report } from './check.ts'

/**
 * A page cannot show what another table masks: relations, choices and columns inherit the mask with the field. These are the ways a value
 * could lose its mask: computing from it, copying it, grouping by it, or comparing it with input.
 */
export function checkLeaks(page: Page, report: Report, known: Known): void {
  for (const field of Object.values(page.fields)) {
    checkVirtual(page, field, report, known)
    checkDepends(field, ['fields', field.name, 'depends'], report, known)
  }
  for (const action of Object.values(page.actions))
    for (const field of Object.values(action.fields))
      checkDepends(field, ['actions', action.name, 'fields', field.name, 'depends'], report, known)
  checkCopies(page, report)
  for (const [name, chart] of Object.entries(page.dashboard?.charts ?? {})) {
    const table = chart.via.at(-1)?.table ?? chart.table
    const field = chart.group === null ? undefined : known.schema.entities.get(table)?.fields[chart.group]
    if (field?.mask)
      report(
        ['dashboard', 'charts', name, 'group'],
        `"${field.name}" is masked: its groups would tell values apart`,
        'group by another',
      )
  }
}

/** Virtual values that hold what they are computed from: names of chosen rows, addresses with values of the row in them. */
function checkVirtual(page: Page, field: Field, report: Report, known: Known): void {
  const { name } = field
  const found = operandsOf(field)
    .map((operand) => partOf(operand, page, known))
    .find((part) => part?.mask)
  if (found)
    report(['fields', name, 'virtual'], `"${found.name}" is masked, and "${name}" would show it`, 'make it of another field')
}

/** The field whose values are part of the virtual value; undefined where it is only calculated with. */
function partOf({ name, as }: Operand, page: Page, known: Known): Field | undefined {
  if (as === 'label') return shownOf(page.fields[name], known)
  if (as !== 'text') return undefined
  const [first = '', column] = name.split('.')
  return column === undefined ? page.fields[first] : relatedField(page, first, column, known)
}

function checkDepends(field: Field, path: Path, report: Report, known: Known): void {
  const { fields } = sourceOf(field, known) ?? {}
  const masked = (field.depends ?? []).findIndex((name) => fields?.[name]?.mask)
  if (masked >= 0)
    report(
      [...path, masked],
      `"${field.depends?.[masked]}" is masked where the choices are, and would be compared`,
      'depend on another field',
    )
}

/** What a form takes over from a chosen row keeps its mask, or is not masked. */
function checkCopies(page: Page, report: Report): void {
  for (const [relation, { copies, fill, shown }] of Object.entries(page.form.lookup))
    for (const [key, taken] of Object.entries({ copies, fill }))
      for (const from of Object.keys(taken))
        if (shown[from]?.mask)
          report(['form', 'lookup', relation, key, from], `"${from}" is masked and cannot be copied to this record`, 'remove it')
}

function shownOf(remote: Field | undefined, known: Known): Field | undefined {
  return remote && sourceOf(remote, known)?.fields[remote.show ?? '']
}

function sourceOf(remote: Field, { schema }: Known) {
  return remote.page === undefined ? schema.entities.get(remote.table ?? '') : schema.pages.get(remote.page)?.entity
}

function relatedField(page: Page, relation: string, column: string, { schema }: Known): Field | undefined {
  return schema.entities.get(page.entity.relations[relation]?.table ?? '')?.fields[column]
}
