import type { Action } from '../../src/schemas/language/action/action.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Schema } from '../schema/schema.ts'
import { plainCondition, vocabularyOf, type Wording, wordingOf } from './conditionFacts.ts'
import { asSet, type Facts, type Group, spoken } from './fact.ts'
import { fieldFacts } from './fieldFacts.ts'

/** Parts of actions that say what is done and by whom; all others are how the button and its form look. */
const authorities = ['type', 'node', 'call', 'set', 'log', 'notify', 'perRow', 'allowPartial', 'topic', 'place', 'choose']

/** Parts that are compared in another way. */
const apart = ['name', 'when', 'confirmWhen', 'refuse', 'fields']

/** What the actions of a page say. */
export function actionsFacts(facts: Facts, page: Page, schema: Schema): void {
  const words = wordingOf(vocabularyOf(page, schema))
  for (const action of Object.values(page.actions)) {
    const at = ['actions', action.name]
    const label = `action ${action.name}`
    const needs = `with the right "${page.id}/${action.node}"`
    facts.authority(at, label, 'is there', {
      mode: 'unit',
      text: needs,
      meaning: (_, after) => (after === undefined ? 'nobody can do it any more' : `people ${needs} can do it`),
    })
    for (const [key, value] of Object.entries(action)) {
      const group: Group = authorities.includes(key) ? 'authority' : 'look'
      if (!apart.includes(key)) facts[group]([...at, key], `${label}, ${spoken(key === 'node' ? 'right' : key)}`, value)
    }
    conditionsOf(facts, action, words)
    formOf(facts, action, wordingOf(vocabularyOf(page, schema, action)))
  }
}

function conditionsOf(facts: Facts, action: Action, words: Wording): void {
  const at = ['actions', action.name]
  const { when, confirmWhen, refuse } = action
  if (when) facts.authority([...at, 'when'], `action ${action.name}, possible when`, plainCondition(when), { text: words(when) })
  if (confirmWhen) facts.look([...at, 'confirmWhen'], `action ${action.name}, asks first when`, plainCondition(confirmWhen))
  facts.authority([...at, 'refuse'], `action ${action.name}, refused by`, asSet(refuse))
}

/** The fields of its own form, which are entered and not kept. */
function formOf(facts: Facts, action: Action, words: Wording): void {
  const at = ['actions', action.name, 'fields']
  for (const field of Object.values(action.fields)) {
    const place = { at: [...at, field.name], label: `action ${action.name}, input ${field.name}` }
    facts.data(place.at, place.label, field.kind, { mode: 'unit' })
    fieldFacts(facts, place, field, words)
  }
  facts.look(at, `action ${action.name}, order of inputs`, Object.keys(action.fields), { mode: 'order' })
}
