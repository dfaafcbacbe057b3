import type { Field } from '../../src/schemas/field.ts'
import type { RowFields } from '../../src/schemas/language/condition/plan.ts'
import { isPossible, verdictOf } from '../../src/schemas/language/condition/satisfiable.ts'
import { virtualKinds } from '../../src/schemas/language/entity/virtual/virtualKinds.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { declaredIn, type Known, type Path, type Report, type Rule } from './check.ts'
import { conditionsOf, conditionsOfFields, type Found, fieldsRead } from './conditions.ts'

function foundIn(page: Page, known: Known): Found[] {
  const related = (name: string) => {
    const relation = page.entity.relations[name]
    return relation?.type === 'many' ? known.schema.entities.get(relation.table)?.fields : undefined
  }
  return conditionsOf(page, declaredIn(page, known), related)
}

function checkTruth(found: Found, report: Report): void {
  const verdict = verdictOf(found.condition, found.rows)
  if (verdict === 'never') report(found.path, 'this condition can never be true', 'mend it or remove what it governs')
  else if (verdict === 'always') report(found.path, 'this condition is always true', 'remove it')
  else if (verdict === 'unknown')
    report(found.path, 'not provable: too many cases to decide whether this condition can be true', 'say it shorter', 'warning')
}

/** Every condition can be true, and can be untrue. */
export const satisfiable: Rule = {
  name: 'satisfiable',
  why: 'decided over options, switches, limits and emptiness of the fields it reads',
  page: (page, report, known) => {
    for (const found of foundIn(page, known)) checkTruth(found, report)
  },
  entity: (entity, report) => {
    for (const found of conditionsOfFields(entity.fields, ['fields'])) checkTruth(found, report)
  },
}

/** Computed values can be neither proven nor checked in a write; but visibility may depend on the number of rows. */
export const provable: Rule = {
  name: 'provable',
  why: 'a virtual field is made when a row is read',
  page: (page, report, known) => {
    for (const found of foundIn(page, known)) {
      const isKnown = ({ virtual }: Field) => virtual && virtualKinds[virtual.type].decidesVisibility
      const virtual = fieldsRead(found).find((field) => field.virtual && !(found.guards === 'sight' && isKnown(field)))
      if (!virtual) continue
      if (found.guards === 'sight') report(found.path, `not provable: "${virtual.name}" is virtual`, '', 'warning')
      else
        report(
          found.path,
          `"${virtual.name}" is virtual and cannot guard a write`,
          'compare stored fields, or name a rule in "refuse"',
        )
    }
  },
}

/** No field is required and hidden at once. */
export const requiredSeen: Rule = {
  name: 'requiredSeen',
  why: 'nobody can fill in what is hidden',
  needs: ['form'],
  page: (page, report, known) => {
    checkHidden(page.fields, ['fields'], report, { names: declaredIn(page, known) })
    for (const { name, fields } of Object.values(page.actions))
      checkHidden(fields, ['actions', name, 'fields'], report, { around: [{ fields: page.fields }] })
    requiredInForm(page, report)
  },
  entity: ({ fields }, report) => checkHidden(fields, ['fields'], report),
}

/** `around`: the rows that these fields stand in, from the record on; `names`: those that are checked. */
function checkHidden(
  fields: Readonly<Record<string, Field>>,
  path: Path,
  report: Report,
  { around = [], names = Object.keys(fields) }: { around?: readonly RowFields[]; names?: readonly string[] } = {},
): void {
  const rows = [...around, { fields }]
  for (const name of names) {
    const field = fields[name]
    if (!field) continue
    const { visible, required } = field.when
    const at: Path = [...path, name]
    if (field.required && visible)
      report([...at, 'required'], `"${name}" is required also while it is hidden`, 'write "when": { "required": … } instead')
    else if (visible && required && isPossible({ op: 'all', of: [required, { op: 'not', of: visible }] }, rows) === true)
      report([...at, 'when', 'required'], `"${name}" can be required and hidden at once`, 'require it only where it is visible')
    if (field.fields) checkHidden(field.fields, [...at, 'fields'], report, { around: rows })
  }
}

/** A form in which rows are added asks for everything that has to be there. */
function requiredInForm(page: Page, report: Report): void {
  if (!page.actions.add || page.entity.readOnly !== null) return
  const asked = new Set(page.form.sections.flatMap((section) => section.fields))
  for (const field of Object.values(page.fields)) {
    const isFilled =
      field.readOnly || field.default !== undefined || field.virtual !== undefined || field.name === page.entity.owner
    if (field.required && !isFilled && !asked.has(field.name))
      report(
        ['fields', field.name, 'required'],
        `"${field.name}" is required, and the form does not ask for it`,
        'name it in "form", or give it a "default"',
      )
  }
}
