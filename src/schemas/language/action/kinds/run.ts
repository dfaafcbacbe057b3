import * as z from 'zod/mini'
import { kindOf } from '../../../kinds/index.ts'
import { type Issue, issueAt, suggest } from '../../issue.ts'
import type { Path } from '../../place.ts'
import { readShape } from '../../shape.ts'
import { actionOf, actionsOf } from '../actionOf.ts'
import { type ActionBase, type ActionKind, type ActionPage, parseBase } from '../base.ts'
import { checkEffects, type Effects, effectsOfRow, effectWords, parseEffects, writingKeys } from '../effects.ts'
import type { AnswerAction } from './answer.ts'

/** Does something: to one row, to the chosen rows, or to none. What it does the page states as data, or the server has a row action. */
export interface RunAction extends ActionBase, Effects {
  type: 'run'
  /** An action with an answer, over what is entered in this one's form and the rows it is about, before it is done. */
  preview: string | null
  /** Columns of the list that its form shows of the one row it is about. */
  summary: readonly string[]
  /** By one of these columns: the field of the form that is added to it. What comes out is shown as well. */
  projected: Readonly<Record<string, string>>
}

const keys = {
  ...writingKeys,
  preview: z.optional(z.string()),
  summary: z.optional(z.array(z.string()).check(z.minLength(1))),
  projected: z.optional(z.record(z.string(), z.string())),
}

/** The types that its checks read: the preview of a run is an answer. */
type Checked = RunAction | AnswerAction

export const run: ActionKind<RunAction, Checked> = {
  keys,
  help: {
    preview: 'An action with an answer that its form can ask first, with what is entered and the rows it is about.',
    summary: 'Columns of the list that its form shows of the one row it is about, above its fields.',
    projected: 'By one of these columns: the number of its form that is added to it, so that what comes out is shown.',
  },
  writes: true,
  parse(json, place) {
    const read = readShape(z.strictObject(keys), json, place.at, place.issues)
    return (
      read && {
        ...parseBase(read, place),
        type: 'run',
        ...parseEffects(read, place),
        preview: read.preview ?? null,
        summary: read.summary ?? [],
        projected: read.projected ?? {},
      }
    )
  },
  check(page, issues) {
    checkPreviews(page, issues)
    checkFacts(page, issues)
    checkEffects(actionsOf(page, 'run'), page, issues)
  },
  words: effectWords,
  ofRow: effectsOfRow,
}

/** What a form shows before it is done is an answer without fields of its own: it is asked with those of the form. */
function checkPreviews(page: ActionPage<Checked>, issues: Issue[]): void {
  const answering = actionsOf(page, 'answer').map(({ name }) => name)
  for (const { name, preview, fields } of actionsOf(page, 'run')) {
    if (preview === null) continue
    const at: Path = ['actions', name, 'preview']
    const shown = actionOf(page, preview, 'answer')
    if (!shown) issues.push(issueAt(at, `no action with an "answer" is called "${preview}"`, suggest(preview, answering)))
    else if (Object.keys(shown.fields).length > 0)
      issues.push(issueAt(at, `"${preview}" has fields of its own`, `it is asked with those of "${name}": remove them`))
    if (Object.keys(fields).length === 0)
      issues.push(issueAt(at, `"${name}" has no form of its own to be looked at before it is done`, 'remove "preview"'))
  }
}

/** A form shows of its row what the list has read of it. */
function checkFacts(page: ActionPage<Checked>, issues: Issue[]): void {
  const columns = page.table.columns.map(({ field }) => field)
  for (const { name, summary, projected, fields } of actionsOf(page, 'run')) {
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
