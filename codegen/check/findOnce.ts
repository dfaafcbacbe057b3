import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Known, Rule } from './check.ts'

/** Something a rule looked up by name, and the result. */
interface Asked {
  of: (known: Known) => ReadonlyMap<string, unknown>
  name: string
  got: unknown
}

/** The findings of a rule about a page or table of this file, and everything it looked up. */
interface Found {
  file: JsonFile | undefined
  asked: readonly Asked[]
  issues: readonly Issue[]
}

const found = new WeakMap<Page | Entity, Map<Rule, Found>>()

/**
 * Runs a rule on a page or table. Reuses the last findings as long as the page or table, its file and everything the rule looked up by name
 * are unchanged, so a change to one file costs nothing for the others. A rule that iterates over all pages or tables, or reads the menus, runs
 * every time.
 */
export function findOnce(
  { rule, part, file, known }: { rule: Rule; part: Page | Entity; file: JsonFile | undefined; known: Known },
  find: (known: Known, issues: Issue[]) => void,
): readonly Issue[] {
  const ofPart = found.get(part) ?? new Map<Rule, Found>()
  const before = ofPart.get(rule)
  if (before && before.file === file && before.asked.every(({ of, name, got }) => of(known).get(name) === got))
    return before.issues
  const issues: Issue[] = []
  const { heard, asked } = listening(known)
  find(heard, issues)
  const names = asked()
  if (names) found.set(part, ofPart.set(rule, { file, asked: names, issues }))
  else ofPart.delete(rule)
  return issues
}

/** Wraps what is known and records lookups by name. `asked` returns undefined when more than names was read. */
function listening(known: Known): { heard: Known; asked(): readonly Asked[] | undefined } {
  const names: Asked[] = []
  let isAll = false
  const all = <T>(value: T): T => {
    isAll = true
    return value
  }
  const heardMap = <T>(of: (known: Known) => ReadonlyMap<string, T>): ReadonlyMap<string, T> => {
    const map = of(known)
    const get = (name: string) => {
      const got = map.get(name)
      names.push({ of, name, got })
      return got
    }
    return {
      get,
      has: (name) => get(name) !== undefined,
      forEach: (each) => all(map).forEach(each),
      entries: () => all(map).entries(),
      keys: () => all(map).keys(),
      values: () => all(map).values(),
      [Symbol.iterator]: () => all(map)[Symbol.iterator](),
      get size() {
        return all(map).size
      },
    }
  }
  const heard: Known = {
    schema: {
      pages: heardMap(({ schema }) => schema.pages),
      entities: heardMap(({ schema }) => schema.entities),
      optionSources: heardMap(({ schema }) => schema.optionSources),
      get menus() {
        return all(known.schema.menus)
      },
      get words() {
        return all(known.schema.words)
      },
    },
    pages: heardMap(({ pages }) => pages),
    entities: heardMap(({ entities }) => entities),
  }
  return { heard, asked: () => (isAll ? undefined : names) }
}
