import type { Field } from '../../field.ts'
import type { KindName } from '../../kinds/index.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Table } from './table.ts'

/** Kinds whose control fits into a cell. */
export const cellKinds: readonly KindName[] = [
  'string',
  'email',
  'mobile',
  'url',
  'number',
  'integer',
  'float',
  'money',
  'weigh',
  'select',
  'date',
]

/** An action, with what it writes where it does. */
interface Written {
  name: string
  set?: unknown
}

interface Edited {
  entity: { key: string | null; readOnly: string | null }
  fields: Readonly<Record<string, Field>>
  table: Table
  form: { sections: readonly { fields: readonly string[] }[] }
  actions: Readonly<Record<string, Written>>
}

/** Fields that are edited in the list: columns of it that its form has, and that nothing but the form changes. */
export function checkEditable(page: Edited, issues: Issue[]): void {
  const { table, fields } = page
  const columns = table.columns.map(({ field }) => field).filter((name) => fields[name])
  for (const [i, name] of table.editable.entries()) {
    const report = (what: string, fix?: string) => issues.push(issueAt(['table', 'editable', i], what, fix))
    const field = fields[name]
    if (!field || !columns.includes(name)) report(`no column of the list shows the field "${name}"`, suggest(name, columns))
    else if (table.editable.indexOf(name) < i) report(`"${name}" is named twice`, 'remove one of them')
    else if (!page.actions.edit || page.entity.key === null || page.entity.readOnly !== null)
      report('the records of this list are not edited', 'remove "editable", or offer the action "edit"')
    else {
      const [what, fix] = whyNot(page, field) ?? []
      if (what !== undefined) report(what, fix)
    }
  }
}

/** Why a field is left to the form, with what to do about it; undefined: it may be edited in the list. */
function whyNot({ form, actions }: Edited, field: Field): readonly [what: string, fix: string] | undefined {
  const { name, kind } = field
  const moved = kind === 'select' ? Object.values(actions).find((action) => sets(action, name)) : undefined
  if (kind === 'switch') return [`"${name}" is a switch, which is set in the list anyway`, 'remove it']
  if (!cellKinds.includes(kind) || field.source !== undefined)
    return [`no cell has room for the control of "${name}"`, `kinds that are edited in a list: ${cellKinds.join(', ')}`]
  if (!form.sections.some((section) => section.fields.includes(name)))
    return [`the form does not have the field "${name}"`, 'add it to "form", or remove it here']
  if (field.readOnly || field.writeOnce || field.virtual)
    return [`"${name}" cannot be changed in the form of a record`, 'remove it']
  if (field.secret || field.mask) return [`the list does not show what "${name}" holds`, 'remove it']
  if (moved) return [`"${name}" is moved by the action "${moved.name}"`, 'leave it to the actions']
  if (field.clears) return [`a change of "${name}" empties other fields`, 'leave it to the form']
  return undefined
}

/** Does the action write the field by itself? Then it is a state, with steps between its values. */
function sets({ set }: Written, name: string): boolean {
  return typeof set === 'object' && set !== null && Object.hasOwn(set, name)
}
