import type { Field } from '../../src/schemas/field.ts'
import type { Random } from './random.ts'
import type { Speech } from './speech.ts'

/** What texts are made with. */
export interface TextMaker {
  random: Random
  speech: Speech
  /** The table, for what a name in it is the name of. */
  table: string
}

type Make = (maker: TextMaker) => string

/** What a field is about by its name, the first that fits. Names of fields are English in every language. */
const meanings: readonly (readonly [RegExp, Make])[] = [
  [/(^|_)(tel|phone|mobile)/, ({ random }) => `13${random.digits(9)}`],
  [/e?mail/, ({ random }) => `${word(random)}${random.digits(3)}@example.com`],
  [/(^|_)(url|link|website|homepage)/, ({ random }) => `https://example.com/${word(random)}`],
  [/company|supplier|vendor|brand|organi[sz]ation/, companyOf],
  [/address|street/, addressOf],
  [
    /(real|nick|first|last|full|user)_?name|contact|consignee|receiver|guest|person|author|customer|leader|teacher|recipient/,
    personOf,
  ],
  [
    /(^|_)(sku|code|no|number|sn|serial|barcode|isbn)($|_)/,
    ({ random }) => `${word(random).slice(0, 2).toUpperCase()}${random.digits(8)}`,
  ],
  [/(^|_)ip($|_)/, ({ random }) => [10, random.whole(0, 255), random.whole(0, 255), random.whole(1, 254)].join('.')],
  [/keyword|tag/, ({ random, speech }) => random.some(speech.phrases, 3).join(',')],
  [
    /remark|note|memo|comment|description|intro|reason|content|motto|message|summary/,
    ({ random, speech }) => random.pick(speech.sentences),
  ],
]

/** Tables whose rows are people: what they are called is a person's name. */
const people = /user|member|customer|guest|person|staff|employee|student|contact|client|patient|team/

/** A text for the field, as its name and its table suggest. */
export function textFor(field: Pick<Field, 'name'> & { rule?: string | undefined }, maker: TextMaker): string {
  if (field.rule === 'name') return personOf(maker)
  const found = meanings.find(([pattern]) => pattern.test(field.name))
  if (found) return found[1](maker)
  if (field.name === 'name' && people.test(maker.table)) return personOf(maker)
  if (/name|title|subject|label/.test(field.name)) return thingOf(maker)
  return maker.random.pick(maker.speech.phrases)
}

/** Some sentences. */
export function proseFor({ random, speech }: TextMaker, count = random.whole(1, 3)): string[] {
  return Array.from({ length: count }, () => random.pick(speech.sentences))
}

function personOf({ random, speech: { person } }: TextMaker): string {
  const [family, given] = [random.pickEarly(person.family), random.pick(person.given)]
  return (person.familyFirst ? [family, given] : [given, family]).join(person.joint)
}

function companyOf({ random, speech: { company } }: TextMaker): string {
  return `${random.pick(company.first)} ${random.pick(company.last)}`.replace(/(?<=\p{Script=Han}) /u, '')
}

function thingOf({ random, speech: { thing } }: TextMaker): string {
  return `${random.pick(thing.first)}${thing.joint}${random.pick(thing.last)}`
}

function addressOf({ random, speech }: TextMaker): string {
  return speech.address.replace('{street}', random.pick(speech.street)).replace('{n}', String(random.whole(1, 320)))
}

const syllables = ['ba', 'do', 'ka', 'li', 'mo', 'na', 'ri', 'sa', 'ti', 'vo']

function word(random: Random): string {
  return Array.from({ length: 3 }, () => random.pick(syllables)).join('')
}
