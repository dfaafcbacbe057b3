import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { Refused } from '../../../../core/refuse.ts'
import { figure } from '../figure.ts'

/** Bytes of one page; a text lies in one page. */
const pageSize = 1024 * 1024
/** Bytes before each text: how long it is. */
const lengthSize = 4

/**
 * The texts that cells of a workbook name by number. A million of them as strings would take several times their bytes: they are kept as
 * bytes, outside of the heap, and become strings one by one.
 */
export class Texts {
  readonly #most: number
  readonly #pages: Buffer[] = []
  #places = new Uint32Array(1024)
  #count = 0
  /** Where the next text goes. */
  #end = 0

  /** @param most bytes of all texts */
  constructor(most: number) {
    this.#most = most
  }

  /** Throws `Refused` when the texts take more than may be. */
  add(text: string): void {
    // One character more than a cell may have: a cell that holds such a text is refused as any other.
    const bytes = Buffer.from(text.length > importLimits.cell ? text.slice(0, importLimits.cell + 1) : text)
    const size = lengthSize + bytes.length
    const left = this.#pages.length * pageSize - this.#end
    if (size > left) {
      this.#end += left
      this.#pages.push(Buffer.allocUnsafe(pageSize))
    }
    if (this.#end + size > this.#most) throw new Refused('import.texts', { mb: figure(this.#most / 1024 ** 2) })
    const at = this.#end % pageSize
    const page = this.#pages.at(-1)
    page?.writeUInt32LE(bytes.length, at)
    page?.set(bytes, at + lengthSize)
    this.#note(this.#end)
    this.#end += size
  }

  /** The n-th text, from 0; '' where there is none. */
  at(n: number): string {
    if (!(n >= 0 && n < this.#count && Number.isInteger(n))) return ''
    const place = this.#places[n] ?? 0
    const page = this.#pages[Math.floor(place / pageSize)]
    const at = (place % pageSize) + lengthSize
    return page?.toString('utf8', at, at + page.readUInt32LE(at - lengthSize)) ?? ''
  }

  #note(place: number): void {
    if (this.#count === this.#places.length) {
      const more = new Uint32Array(this.#count * 2)
      more.set(this.#places)
      this.#places = more
    }
    this.#places[this.#count++] = place
  }
}
