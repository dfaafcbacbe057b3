import { isDeepStrictEqual } from 'node:util'
import type { Schema } from '../schema/schema.ts'
import { type Fact, type Group, groups, shownValue } from './fact.ts'
import { schemaFacts } from './schemaFacts.ts'

/** One difference in meaning between two versions. */
export interface Change {
  group: Group
  /** `page shop/order/order`, `table shop_order`, `menu admin`, `words`. */
  subject: string
  /** Below it, parts joined with dots: `fields.status.maxLength`. */
  place: string
  change: 'added' | 'removed' | 'changed' | 'moved'
  before?: unknown
  after?: unknown
  /** The same as a sentence. */
  text: string
}

/** What differs in meaning from one version to the next, by group and subject. */
export function compareSchemas(from: Schema, to: Schema): Change[] {
  const [before, after] = [byKey(schemaFacts(from)), byKey(schemaFacts(to))]
  const found: Found[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key), after.get(key)]
    const change = changeOf(old, now)
    if (change) found.push({ fact: (now ?? old) as Fact, old, now, change })
  }
  const tables = (id: string) => to.pages.get(id)?.entity.table ?? from.pages.get(id)?.entity.table
  const told = withoutEchoes(withoutParts(found, tables), tables)
  const rank = ({ fact }: Found) => groups.indexOf(fact.group)
  const sorted = told.sort((a, b) => rank(a) - rank(b) || compareText(a.fact.subject, b.fact.subject))
  return sorted.map(described)
}

interface Found {
  fact: Fact
  old: Fact | undefined
  now: Fact | undefined
  change: Change['change']
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function byKey(facts: readonly Fact[]): Map<string, Fact> {
  return new Map(facts.map((fact) => [JSON.stringify([fact.group, fact.subject, fact.mode === 'order', ...fact.place]), fact]))
}

function changeOf(old: Fact | undefined, now: Fact | undefined): Change['change'] | undefined {
  const fact = now ?? old
  if (fact?.mode === 'order') return old && now && isMoved(old.value, now.value) ? 'moved' : undefined
  if (fact?.mode === 'unit') return old && now ? undefined : now ? 'added' : 'removed'
  return isDeepStrictEqual(old?.value, now?.value) ? undefined : 'changed'
}

/** Are the members that both have in another order? */
function isMoved(old: unknown, now: unknown): boolean {
  if (!Array.isArray(old) || !Array.isArray(now)) return false
  const [before, after] = [old.filter((each) => now.includes(each)), now.filter((each) => old.includes(each))]
  return !isDeepStrictEqual(before, after)
}

/** The table of a page, by id. */
type TableOf = (page: string) => string | undefined

/** Without what is said below something that came or went as a whole; what a page says of a field is below the field of its table too. */
function withoutParts(found: readonly Found[], tableOf: TableOf): Found[] {
  const key = (subject: string, place: readonly string[]) => JSON.stringify([subject, ...place])
  const units = new Set(found.flatMap(({ fact }) => (fact.mode === 'unit' ? [key(fact.subject, fact.place)] : [])))
  return found.filter(({ fact: { subject, place } }) => {
    const page = pageOf(subject)
    const subjects = [subject, ...(page !== undefined && place[0] === 'fields' ? [`table ${tableOf(page)}`] : [])]
    return !place.some((_, length) => subjects.some((each) => units.has(key(each, place.slice(0, length)))))
  })
}

function pageOf(subject: string): string | undefined {
  return subject.startsWith('page ') ? subject.slice('page '.length) : undefined
}

/** Without what a page says of a field that came or went with its table, and without words that are told already. */
function withoutEchoes(found: readonly Found[], tableOf: TableOf): Found[] {
  const columns = new Set(
    found.flatMap(({ fact, change }) =>
      fact.subject.startsWith('table ') && fact.mode === 'unit' ? [`${fact.subject} ${fact.place[1] ?? ''} ${change}`] : [],
    ),
  )
  const words = new Set<string>()
  const isBorrowed = ({ fact: { place } }: Found) => place[0] === 'related' || place[1] === 'lookup'
  const ordered = [...found].sort((a, b) => Number(isBorrowed(a)) - Number(isBorrowed(b)))
  return ordered.filter(({ fact, old, now, change }) => {
    const page = pageOf(fact.subject)
    if (page !== undefined && fact.place.length === 2 && fact.place[0] === 'fields' && fact.mode === 'unit')
      return !columns.has(`table ${tableOf(page)} ${fact.place[1]} ${change}`)
    const word = wordOf(fact)
    if (word === undefined) return true
    const told = JSON.stringify([word, old?.value, now?.value])
    const isNew = !words.has(told)
    words.add(told)
    return isNew
  })
}

/** What a word is of, wherever it is said: `nickname.label.en`. */
function wordOf({ subject, place, group }: Fact): string | undefined {
  if (group !== 'look') return undefined
  if (subject === 'words') return place.filter((part) => part !== 'fields').join('.')
  if (place.at(-2) !== 'word') return undefined
  const parts = place.filter((part, i) => part !== 'fields' && !(i === place.length - 2 && part === 'word'))
  return (parts[0] === 'related' ? parts.slice(2) : parts[0] === 'form' && parts[1] === 'lookup' ? parts.slice(3) : parts).join(
    '.',
  )
}

function described({ fact, old, now, change }: Found): Change {
  const { group, subject, place, label } = fact
  const meaning = fact.meaning?.(old?.value, now?.value)
  const sentence = `${label}${ending({ fact, old, now, change })}${meaning ? ` (${meaning})` : ''}`
  const values = change === 'changed' || change === 'moved' ? { before: old?.value, after: now?.value } : {}
  return { group, subject, place: place.join('.'), change, ...values, text: sentence }
}

function ending({ fact, old, now, change }: Found): string {
  const said = (of: Fact | undefined) => (of ? (of.text ?? shownValue(of.value)) : 'none')
  if (change === 'moved') return ` is now ${shownValue(now?.value)}`
  if (change === 'changed') return `: ${said(old)} → ${said(now)}`
  return change === 'added' && fact.text ? `: ${fact.text}` : ''
}
