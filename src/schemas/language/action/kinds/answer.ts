import * as z from 'zod/mini'
import type { Field } from '../../../field.ts'
import { parseFields } from '../../entity/parseEntity.ts'
import { fieldWords } from '../../fieldWords.ts'
import type { Form } from '../../form/form.ts'
import { type Issue, issueAt, suggest } from '../../issue.ts'
import type { Path } from '../../place.ts'
import { readShape } from '../../shape.ts'
import { actionOf, actionsOf } from '../actionOf.ts'
import { type ActionBase, type ActionKind, type ActionPage, buttonKeys, formKeys, parseBase } from '../base.ts'

/** Only answers: it writes nothing. */
export interface AnswerAction extends ActionBase {
  type: 'answer'
  /** The fields of what it answers. */
  answer: Readonly<Record<string, Field>>
}

const keys = { ...buttonKeys, ...formKeys, answer: z.record(z.string(), z.unknown()) }

export const answer: ActionKind<AnswerAction> = {
  keys,
  needsCode: true,
  help: {
    answer: 'Fields of what it answers, shown in a dialog.',
  },
  parse(json, place) {
    const read = readShape(z.strictObject(keys), json, place.at, place.issues)
    return (
      read && {
        ...parseBase(read, place),
        type: 'answer',
        answer: parseFields(read.answer, [...place.at, 'answer'], place.issues),
      }
    )
  },
  check: checkPlaces,
  words: (action, at) =>
    Object.values(action.answer).flatMap((field) =>
      fieldWords(field, `actions.${action.name}.answer.${field.name}`, [...at, 'answer', field.name]),
    ),
}

/** An answer is about one row, no row, or a form. A button in a form can only answer: nothing there is saved yet. */
function checkPlaces(page: ActionPage<AnswerAction>, issues: Issue[]): void {
  const { actions, table, form } = page
  for (const [i, name] of table.bulk.entries())
    if (actionOf(page, name, 'answer'))
      issues.push(issueAt(['table', 'bulk', i], `"${name}" answers for one row`, 'name it in "row"'))
  const answering = actionsOf(page, 'answer').map(({ name }) => name)
  for (const name of form.actions) {
    const at = placeIn(form, name)
    if (!actions[name]) issues.push(issueAt(at, `no such action "${name}"`, suggest(name, answering)))
    else if (!answering.includes(name)) issues.push(issueAt(at, `"${name}" has no "answer": nothing in a form is saved yet`))
  }
}

/** Where a form names an action: for all of it, or on a tab or step. */
function placeIn({ actions, actionTabs, sections, steps }: Form, name: string): Path {
  const tab = actionTabs[name]
  const beside = actions.filter((each) => actionTabs[each] === tab).indexOf(name)
  if (tab === undefined) return ['form', 'actions', beside]
  const tabs = [...new Set(sections.map((section) => section.tab))]
  return ['form', steps ? 'steps' : 'tabs', tabs.indexOf(tab), 'actions', beside]
}
