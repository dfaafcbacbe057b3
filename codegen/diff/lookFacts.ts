import type { Page } from '../../src/schemas/language/page.ts'
import { type Facts, type Group, type PlaceParts, spoken } from './fact.ts'
import type { FieldPlace } from './fieldFacts.ts'

/** Parts of figures that say who sees them, and of what. */
const authorities = ['right', 'node', 'owner']

/** What a list, a form, a record and a dashboard look like. */
export function lookFacts(facts: Facts, page: Page): void {
  listFacts(facts, page)
  formFacts(facts, page)
  membersOf(facts, { at: ['detail'], label: 'section' }, page.detail ?? [], ({ name }) => name)
  if (!page.dashboard) return
  const { cards, charts, lists, sections, ...own } = page.dashboard
  for (const [place, members] of Object.entries({ cards, charts, lists }))
    membersOf(facts, { at: ['dashboard', place], label: place.slice(0, -1) }, Object.values(members), ({ name }) => name)
  partsOf(facts, ['dashboard'], 'dashboard', own)
  facts.look(['dashboard', 'sections'], 'dashboard, arrangement', sections)
}

function listFacts(facts: Facts, { table }: Page): void {
  const { columns, search, summary, filters, sheets, toolbar, row, bulk, ...own } = table
  membersOf(facts, { at: ['table', 'columns'], label: 'column' }, columns, ({ field }) => field)
  membersOf(facts, { at: ['table', 'search'], label: 'search by' }, search, ({ field }) => field)
  membersOf(facts, { at: ['table', 'summary'], label: 'figure' }, summary, ({ name }) => name)
  for (const [place, names] of Object.entries({ toolbar, row, bulk }))
    membersOf(
      facts,
      { at: ['table', place], label: `button (${place})` },
      names.map((name) => ({ name })),
      ({ name }) => name,
    )
  for (const [name, filter] of Object.entries(filters)) {
    facts.look(['table', 'filters', name], `filter ${name}`, 'is there', { mode: 'unit' })
    facts.look(['table', 'filters', name, 'when'], `filter ${name}, rows`, filter)
  }
  for (const [name, sheet] of Object.entries(sheets)) {
    facts.look(['table', 'sheets', name], `sheet ${name}`, 'is there', { mode: 'unit' })
    partsOf(facts, ['table', 'sheets', name], `sheet ${name}`, sheet)
  }
  partsOf(facts, ['table'], 'list', own)
}

function formFacts(facts: Facts, { form }: Page): void {
  const { sections, lookup, ...own } = form
  const fields = sections.flatMap((section) =>
    section.fields.map((name) => ({ name, under: [section.tab ?? '', section.name].filter(Boolean).join(' / ') })),
  )
  membersOf(facts, { at: ['form', 'fields'], label: 'form field' }, fields, ({ name }) => name)
  for (const [name, { shown: _, ...look }] of Object.entries(lookup)) {
    facts.look(['form', 'lookup', name], `preview of ${name}`, 'is there', { mode: 'unit' })
    partsOf(facts, ['form', 'lookup', name], `preview of ${name}`, look)
  }
  partsOf(facts, ['form'], 'form', own)
}

/** Members of a list that are known by a name: each, what it says, and their order. */
function membersOf<Member extends object>(
  facts: Facts,
  { at, label }: FieldPlace,
  members: readonly Member[],
  nameOf: (member: Member) => string,
): void {
  for (const member of members) {
    const place = [...at, nameOf(member)]
    facts.look(place, `${label} ${nameOf(member)}`, 'is there', { mode: 'unit' })
    partsOf(facts, place, `${label} ${nameOf(member)}`, member)
  }
  if (members.length > 0) facts.look(at, `order of ${label}`, members.map(nameOf), { mode: 'order' })
}

/** Each part of an object as a fact. */
function partsOf(facts: Facts, at: PlaceParts, label: string, parts: object): void {
  for (const [key, value] of Object.entries(parts)) {
    const group: Group = authorities.includes(key) ? 'authority' : 'look'
    if (key !== 'name') facts[group]([...at, key], `${label}, ${spoken(key)}`, value)
  }
}
