import { kindOf } from '../../kinds/index.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Page } from '../page.ts'
import { checkEffects } from './effects.ts'

type Path = readonly (string | number)[]

/** What the parts of an action say of one another, of the table and of the form. */
export function checkActions(page: Pick<Page, 'actions' | 'table' | 'form' | 'entity' | 'fields'>, issues: Issue[]): void {
  checkAnswers(page, issues)
  checkPreviews(page, issues)
  checkEach(page, issues)
  checkFacts(page, issues)
  checkEffects(page, issues)
}

/** One line for each chosen row: a subtable of the action's form whose lines carry the row's key, in an action of chosen rows. */
function checkEach({ actions, table, entity }: Pick<Page, 'actions' | 'table' | 'entity'>, issues: Issue[]): void {
  const key = entity.key ?? 'id'
  for (const { name, perRow, allowPartial, fields } of Object.values(actions)) {
    const at: Path = ['actions', name]
    const subtables = Object.values(fields).flatMap((field) => (field.fields ? [field.name] : []))
    if (allowPartial && perRow === null) issues.push(issueAt([...at, 'allowPartial'], `"${name}" has no lines`, 'add "perRow"'))
    if (perRow === null) continue
    const lines = fields[perRow]?.fields
    if (!lines)
      issues.push(issueAt([...at, 'perRow'], `no such subtable "${perRow}" in the action's fields`, suggest(perRow, subtables)))
    else if (!lines[key]?.readOnly)
      issues.push(issueAt([...at, 'fields', perRow, 'fields'], `a line needs the key of its row: a field "${key}", read-only`))
    else if (key !== 'id') Object.assign(fields[perRow] ?? {}, { rowKey: key })
    if (table.row.includes(name) || !table.bulk.includes(name))
      issues.push(issueAt([...at, 'perRow'], `"${name}" is about chosen rows`, 'name it in "bulk" alone'))
  }
}

/** A form shows of its row what the list has read of it. */
function checkFacts({ actions, table }: Pick<Page, 'actions' | 'table'>, issues: Issue[]): void {
  const columns = table.columns.map(({ field }) => field)
  for (const { name, summary = [], projected = {}, fields } of Object.values(actions)) {
    const at: Path = ['actions', name, 'summary']
    if (summary.length > 0 && Object.keys(fields).length === 0)
      issues.push(issueAt(at, `"${name}" has no form of its own to show them in`, 'remove "summary"'))
    for (const [i, fact] of summary.entries())
      if (!columns.includes(fact)) issues.push(issueAt([...at, i], `no column of the list is "${fact}"`, suggest(fact, columns)))
    for (const [fact, added] of Object.entries(projected)) {
      const place: Path = ['actions', name, 'projected', fact]
      const field = fields[added]
      if (!summary.includes(fact)) issues.push(issueAt(place, `"${fact}" is not among the facts shown`, suggest(fact, summary)))
      if (!field) issues.push(issueAt(place, `no such field of its form "${added}"`, suggest(added, Object.keys(fields))))
      else if (kindOf(field).align !== 'right') issues.push(issueAt(place, `"${added}" is no number that could be added`))
    }
  }
}

/** What a form shows before it is done is an answer without fields of its own: it is asked with those of the form. */
function checkPreviews({ actions }: Pick<Page, 'actions'>, issues: Issue[]): void {
  const answering = Object.values(actions).flatMap(({ name, answer }) => (answer ? [name] : []))
  for (const { name, preview, fields, answer, perRow } of Object.values(actions)) {
    if (preview === null) continue
    const at: Path = ['actions', name, 'preview']
    const shown = actions[preview]
    if (!shown?.answer) issues.push(issueAt(at, `no action with an "answer" is called "${preview}"`, suggest(preview, answering)))
    else if (Object.keys(shown.fields).length > 0)
      issues.push(issueAt(at, `"${preview}" has fields of its own`, `it is asked with those of "${name}": remove them`))
    if (answer || perRow || Object.keys(fields).length === 0)
      issues.push(issueAt(at, `"${name}" has no form of its own to be looked at before it is done`, 'remove "preview"'))
  }
}

/** What only answers is about one row, none, or a form; what stands in a form only answers, for nothing in it is saved yet. */
function checkAnswers({ actions, table, form }: Pick<Page, 'actions' | 'table' | 'form'>, issues: Issue[]): void {
  for (const [i, name] of table.bulk.entries())
    if (actions[name]?.answer) issues.push(issueAt(['table', 'bulk', i], `"${name}" answers for one row`, 'name it in "row"'))
  for (const [i, name] of form.actions.entries()) {
    const at: Path = ['form', 'actions', i]
    const answering = Object.values(actions).flatMap((action) => (action.answer ? [action.name] : []))
    if (!actions[name]) issues.push(issueAt(at, `no such action "${name}"`, suggest(name, answering)))
    else if (!actions[name].answer) issues.push(issueAt(at, `"${name}" has no "answer": nothing in a form is saved yet`))
  }
}
