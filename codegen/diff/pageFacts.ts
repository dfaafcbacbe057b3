import type { Condition } from '../../src/schemas/condition.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Schema } from '../schema/schema.ts'
import { actionsFacts } from './actionFacts.ts'
import { plainCondition, vocabularyOf, type Wording, wordingOf } from './conditionFacts.ts'
import { asSet, type Fact, type Facts, factsOf } from './fact.ts'
import { fieldFacts, optionValues } from './fieldFacts.ts'
import { lookFacts } from './lookFacts.ts'

/** What a page says, besides what its table says (tableFacts.ts). */
export function pageFacts(page: Page, schema: Schema, into: Fact[]): void {
  const facts = factsOf(`page ${page.id}`, into)
  const words = wordingOf(vocabularyOf(page, schema))
  const rights = asSet([...new Set(['index', ...Object.values(page.actions).map(({ node }) => node)])])
  facts.look([], 'screen', 'is there', { mode: 'unit', text: schema.words.text('en', page.id, 'title') })
  facts.authority([], 'rights of the screen', 'are there', { mode: 'unit', text: rights.join(', ') })
  facts.data(['controller'], 'address', page.controller)
  facts.data(['entity'], 'table', page.entity.table)
  facts.data(['source'], 'where its record is kept', page.source)
  facts.data(['items'], 'further fields', page.items)
  facts.authority(['area'], 'who it is for', page.area)
  facts.authority(['comments'], 'comments', page.comments)
  facts.look(['kind'], 'kind of screen', page.kind)
  facts.look(['plugin'], 'drawn by the plugin', page.plugin)
  for (const condition of page.check) {
    const label = `rule between fields: ${words(condition)}`
    facts.data(checkPlace(condition), label, 'is there', { mode: 'unit' })
  }
  ownFieldFacts(facts, page, schema, words)
  actionsFacts(facts, page, schema)
  lookFacts(facts, page)
}

/** The place of a rule between fields, which has no name. */
export function checkPlace(rule: Condition): string[] {
  return ['check', JSON.stringify(plainCondition(rule))]
}

/** Its fields, as far as they say other than those of its table. */
function ownFieldFacts(facts: Facts, page: Page, schema: Schema, words: Wording): void {
  const entity = schema.entities.get(page.entity.table)
  for (const field of Object.values(page.fields)) {
    const place = { at: ['fields', field.name], label: `field ${field.name}` }
    facts.authority(place.at, `${place.label} on this page`, 'is there', { mode: 'unit' })
    const own: Fact[] = []
    fieldFacts(factsOf(facts.subject, own), place, field, words)
    const shared = entity?.fields[field.name]
    const known = new Set<string>()
    if (shared) {
      const all: Fact[] = []
      fieldFacts(factsOf(facts.subject, all), place, shared, words)
      for (const fact of all) known.add(textOf(fact))
    }
    const [here, there] = [optionValues(field), shared && optionValues(shared)]
    if (shared && JSON.stringify(here) !== JSON.stringify(there))
      facts.data([...place.at, 'optionsHere'], `${place.label}, options on this page`, here)
    for (const fact of own) if (!known.has(textOf(fact))) facts[fact.group](fact.place, fact.label, fact.value, fact)
  }
}

function textOf({ place, value }: Fact): string {
  return JSON.stringify([place, value])
}
