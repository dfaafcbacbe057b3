import { type Otherwise, otherwise, type Part, parts } from './names.ts'

/** How many of the listed names a screen has. */
export interface Count {
  has: number
  of: number
}

/** A text that the product words otherwise than the catalogue. */
export interface Reworded {
  name: string
  listed: string
  now: string
}

/** A text in both languages. */
export interface Texts {
  en: string | undefined
  zh: string | undefined
}

/** What was compared so far: figures for each screen, what lacks, what is worded otherwise. */
export class Comparison {
  readonly screens = new Map<string, Record<Part, Count>>()
  readonly lacking: string[] = []
  readonly reworded: Reworded[] = []
  readonly #used = new Set<Otherwise>()

  /** Counts a name of a part of a screen; `isThere` tells whether the page has it, `everything` what is on the page under any name. */
  check(screen: string, part: Part, asked: { name: string; isThere: boolean; everything: ReadonlySet<string> }): void {
    const { name, isThere, everything } = asked
    const row = isThere ? undefined : this.otherwise(screen, part, name)
    if (row && row.is === undefined) return
    this.count(screen, part, isThere || (row?.is !== undefined && everything.has(row.is)), name)
  }

  count(screen: string, part: Part, has: boolean, name: string): void {
    this.add(this.#figuresOf(screen)[part], has, `${screen}: ${part} ${name}`)
  }

  /** Counts one more of what is asked for; what it is lacks where it is not there. */
  add(count: Count, isThere: boolean, what: string): void {
    count.of++
    if (isThere) count.has++
    else this.lack(what)
  }

  /** Notes a text that is another than the one that is listed. */
  compareTexts(name: string, listed: Texts, now: Texts): void {
    const [before, after] = [listed, now].map(({ en, zh }) => `${en} / ${zh}`)
    if (before !== undefined && after !== undefined && before !== after) this.reworded.push({ name, listed: before, now: after })
  }

  /** A screen stands in the table, also where none of its parts is listed. */
  begin(screen: string): void {
    this.#figuresOf(screen)
  }

  lack(what: string): void {
    this.lacking.push(what)
  }

  /** Names that were said to differ and that the catalogue does not list. */
  unusedRows(): string[] {
    return otherwise
      .filter((row) => !this.#used.has(row))
      .map(
        ({ screen, part, name }) =>
          `scripts/compareScreens/names.ts: the catalogue lists no ${part} "${name}" of ${screen}, or the page has it by that name`,
      )
  }

  /** What is said of a name that differs on purpose. */
  otherwise(screen: string, part: Part, name: string): Otherwise | undefined {
    const rows = otherwise.filter((row) => row.part === part && row.name === name)
    const row = rows.find((each) => each.screen === screen) ?? rows.find((each) => each.screen === '*')
    if (row) this.#used.add(row)
    return row
  }

  #figuresOf(screen: string): Record<Part, Count> {
    const known = this.screens.get(screen)
    if (known) return known
    const made = Object.fromEntries(parts.map((part) => [part, { has: 0, of: 0 }])) as Record<Part, Count>
    this.screens.set(screen, made)
    return made
  }
}
