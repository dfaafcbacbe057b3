import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { deepest } from '../../../../core/http/request/nesting.ts'
import { Refused } from '../../../../core/refuse.ts'
import { figure } from '../figure.ts'

/** Characters of one item at most: its texts may be written as escapes of six characters. */
const itemAtMost = 8 * importLimits.line

const signs = {
  quote: 34,
  comma: 44,
  openList: 91,
  backslash: 92,
  closeList: 93,
  openObject: 123,
  closeObject: 125,
} as const

/**
 * The items of a JSON array, each as the text it is in the file, from pieces of that text: no more than one item is held. What an item
 * holds is the reader's to judge. Throws `Refused` for what is no array, and for items that are too long or nested too deep.
 */
export async function* jsonItems(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const scan = new Scan()
  for await (const piece of pieces) yield* scan.items(piece)
  scan.end()
}

/** How far the text was read. */
class Scan {
  /** Of lists and objects; 0 before and behind the array. */
  #depth = 0
  #inText = false
  #escaped = false
  /** What the pieces before this one had of the item that is being read. */
  #item = ''
  #count = 0
  #done = false

  /** Nothing may be missing where the text ends. */
  end(): void {
    if (!this.#done) throw new Refused('import.json')
  }

  /** The items that end in this piece. */
  *items(piece: string): Generator<string> {
    let from = 0
    for (let i = 0; i < piece.length; i++) {
      const sign = piece.charCodeAt(i)
      if (this.#inText) this.#text(sign)
      else if (this.#depth === 0) {
        if (this.#outside(sign)) from = i + 1
      } else if (sign === signs.quote) this.#inText = true
      else if (sign === signs.openList || sign === signs.openObject) this.#open()
      else if (sign === signs.closeList || sign === signs.closeObject) {
        if (--this.#depth > 0) continue
        if (sign !== signs.closeList) throw new Refused('import.json')
        this.#done = true
        const last = this.#take(piece.slice(from, i))
        if (last.trim() !== '') yield last
        else if (this.#count > 1) throw new Refused('import.json') // a comma behind the last item
      } else if (sign === signs.comma && this.#depth === 1) {
        yield this.#take(piece.slice(from, i))
        from = i + 1
      }
    }
    if (this.#depth > 0) this.#keep(piece.slice(from))
  }

  #text(sign: number): void {
    if (this.#escaped) this.#escaped = false
    else if (sign === signs.backslash) this.#escaped = true
    else if (sign === signs.quote) this.#inText = false
  }

  /** Before the array and behind it there are blanks alone. True where it begins. */
  #outside(sign: number): boolean {
    if (sign === 32 || sign === 9 || sign === 10 || sign === 13) return false
    if (sign !== signs.openList || this.#done) throw new Refused('import.json')
    this.#depth = 1
    return true
  }

  #open(): void {
    if (++this.#depth > deepest) throw new Refused('import.jsonDeep', { line: this.#count + 1, max: deepest })
  }

  #keep(text: string): void {
    this.#item += text
    if (this.#item.length > itemAtMost)
      throw new Refused('import.line', { line: this.#count + 1, max: figure(importLimits.line) })
  }

  #take(text: string): string {
    const item = this.#item + text
    this.#item = ''
    this.#count++
    return item
  }
}
