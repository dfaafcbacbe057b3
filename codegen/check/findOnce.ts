import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Known, Rule } from './check.ts'

/** What a rule asked for by name, and got. */
interface Asked {
  of: (known: Known) => ReadonlyMap<string, unknown>
  name: string
  got: unknown
}

/** What a rule found in a page or table, written in this file, and all that it asked for. */
interface Found {
  file: JsonFile | undefined
  asked: readonly Asked[]
  issues: readonly Issue[]
}

const found = new WeakMap<Page | Entity, Map<Rule, Found>>()

/**
 * What a rule finds in a page or table. What it found before is given again while the part, its file and everything that the rule asked for by
 * name stay the same, so that after a change of one file the others cost nothing. A rule that looks at all pages, all tables or the menus finds
 * anew each time.
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

/** The same knowledge, which tells what was asked of it by name; undefined when it was asked for more than names tell. */
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
