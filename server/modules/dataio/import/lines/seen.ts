import { hash } from 'node:crypto'

/** Numbers of a place: three of a hash, and the line. */
const width = 4

/**
 * Which line of a file had a text first. A million texts would take a hundred megabytes: kept are 96 bits of their hashes, sixteen bytes a
 * line, among which two of a million texts meet with a probability of one in 10^17.
 */
export class Seen {
  #places = new Uint32Array(1024 * width)
  #count = 0

  clear(): void {
    this.#places = new Uint32Array(1024 * width)
    this.#count = 0
  }

  /** The line that had the text first: this one (counted from 1), if none has. */
  first(text: string, line: number): number {
    if ((this.#count + 1) * width * 2 > this.#places.length) this.#grow()
    const digest = hash('sha256', text, 'buffer')
    const place = this.#find([digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8)])
    const known = this.#places[place + width - 1] ?? 0
    if (known !== 0) return known
    this.#places.set([digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), line], place)
    this.#count++
    return line
  }

  /** Where a hash stands, or may. */
  #find([a, b, c]: readonly [number, number, number]): number {
    const places = this.#places
    for (let at = (a * width) % places.length; ; at = (at + width) % places.length) {
      if (places[at + width - 1] === 0) return at
      if (places[at] === a && places[at + 1] === b && places[at + 2] === c) return at
    }
  }

  #grow(): void {
    const before = this.#places
    this.#places = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += width) {
      const [a = 0, b = 0, c = 0, line = 0] = before.subarray(at, at + width)
      if (line !== 0) this.#places.set([a, b, c, line], this.#find([a, b, c]))
    }
  }
}
