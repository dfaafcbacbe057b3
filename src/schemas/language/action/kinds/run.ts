import * as z from 'zod/mini'
import { kindOf } from '../../../kinds/index.ts'
import type { NeededWord } from '../../fieldWords.ts'
import { type Issue, issueAt, suggest } from '../../issue.ts'
import type { Path } from '../../place.ts'
import { readShape } from '../../shape.ts'
import { actionOf, actionsOf } from '../actionOf.ts'
import { type ActionBase, type ActionKind, type ActionPage, parseBase } from '../base.ts'
import { checkEffects, type Effects, effectsOfRow, effectWords, parseEffects, writingKeys } from '../effects.ts'
import { checkTotal, submitWords } from '../submit.ts'
import { type Fact, parseSummary, summaryShape } from '../summary.ts'
import { checkUndo } from '../undo.ts'
import type { AnswerAction } from './answer.ts'

/** Does something: to one row, to the chosen rows, or to none. What it does the page states as data, or the server has a row action. */
export interface RunAction extends ActionBase, Effects {
  type: 'run'
  /** An action with an answer, over what is entered in this one's form and the rows it is about, before it is done. */
  preview: string | null
  /** What its form shows of the one record it is about; empty: what every form shows by itself. */
  summary: readonly Fact[]
  /** By one of these facts: the field of the form that is added to it. What comes out is shown as well. */
  projected: Readonly<Record<string, string>>
  /** Amounts of its form that are added up: {total} in its words. */
  total: readonly string[]
  /** The choice of its form of which each option has a word of its own for the button; null: there is one word. */
  submitBy: string | null
  /** The action that takes it back; null: nothing does. */
  undo: string | null
}

const keys = {
  ...writingKeys,
  preview: z.optional(z.string()),
  summary: z.optional(summaryShape),
  projected: z.optional(z.record(z.string(), z.string())),
  total: z.optional(z.array(z.string()).check(z.minLength(1))),
  submitBy: z.optional(z.string()),
  undo: z.optional(z.string()),
}

/** The types that its checks read: the preview of a run is an answer. */
type Checked = RunAction | AnswerAction

export const run: ActionKind<RunAction, Checked> = {
  keys,
  help: {
    preview: 'An action with an answer that its form can ask first, with what is entered and the rows it is about.',
    summary:
      'What its form shows of its one record: fields, also user.nickname. Absent: picture, state, person and amounts of the list.',
    'summary[].field': 'The field.',
    'summary[].columns': 'Of a field with rows, the columns shown; all when absent.',
    projected: 'By one of these facts: the number of its form that is added to it, so that what comes out is shown.',
    total: 'Amounts of its form that {total} in its words adds up: fields, columns of rows (lines.amount); none that is hidden.',
    submitBy: 'A choice of its form: its button has a word per option, actions.<name>.submit.<option>.',
    undo: 'The action that takes it back, offered when it was done.',
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
        summary: parseSummary(read.summary, place),
        projected: read.projected ?? {},
        total: read.total ?? [],
        submitBy: read.submitBy ?? null,
        undo: read.undo ?? null,
      }
    )
  },
  check(page, issues) {
    checkPreviews(page, issues)
    checkFacts(page, issues)
    for (const action of actionsOf(page, 'run')) {
      checkTotal(action, issues)
      checkUndo(action, page, issues)
    }
    checkEffects(actionsOf(page, 'run'), page, issues)
  },
  words: (action, at) => [...effectWords(action, at), ...submitWords(action, at), ...factWords(action, at)],
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
      issues.push(
        issueAt(
          ['actions', preview, 'fields'],
          `"${preview}" has fields of its own`,
          `it is asked with those of "${name}": remove them`,
        ),
      )
    if (Object.keys(fields).length === 0)
      issues.push(issueAt(at, `"${name}" has no form of its own to be looked at before it is done`, 'remove "preview"'))
  }
}

/** A form shows facts of its record, and what numbers of the form make of them. */
function checkFacts(page: ActionPage<Checked>, issues: Issue[]): void {
  for (const { name, summary, projected, fields } of actionsOf(page, 'run')) {
    const at: Path = ['actions', name, 'summary']
    const facts = summary.map(({ field }) => field)
    if (summary.length > 0 && Object.keys(fields).length === 0)
      issues.push(issueAt(at, `"${name}" has no form of its own to show them in`, 'remove "summary"'))
    for (const [fact, added] of Object.entries(projected)) {
      const place: Path = ['actions', name, 'projected', fact]
      const field = fields[added]
      if (!facts.includes(fact)) issues.push(issueAt(place, `"${fact}" is not among the facts shown`, suggest(fact, facts)))
      if (!field) issues.push(issueAt(place, `no such field of its form "${added}"`, suggest(added, Object.keys(fields))))
      else if (kindOf(field).align !== 'right') issues.push(issueAt(place, `"${added}" is no number that could be added`))
    }
  }
}

/** What a fact is called in this form, where its own name says too little. */
function factWords({ name, summary }: RunAction, at: Path): NeededWord[] {
  return summary.map(({ field }, i) => ({ key: `actions.${name}.summary.${field}`, path: [...at, 'summary', i], optional: true }))
}
