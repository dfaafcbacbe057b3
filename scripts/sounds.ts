import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Notes of each sound of a notice, in Hz, one after the other. */
const sounds = {
  order: [660, 880],
  cancel: [660, 440],
  refund: [520, 440, 520],
  export: [780, 780],
  stock: [440, 330],
}

const rate = 11_025
const noteSeconds = 0.22

/** A WAV file, 8 bits mono: each note fades away as that of a bell. */
function wav(notes: readonly number[]): Buffer {
  const perNote = Math.round(rate * noteSeconds)
  const samples = Buffer.alloc(perNote * notes.length)
  notes.forEach((hertz, n) => {
    for (let i = 0; i < perNote; i++) {
      const attack = Math.min(1, i / (rate * 0.005))
      const level = attack * Math.exp((-4 * i) / perNote) * Math.sin((2 * Math.PI * hertz * i) / rate)
      samples[n * perNote + i] = Math.round(128 + 100 * level)
    }
  })
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20) // PCM
  head.writeUInt16LE(1, 22) // mono
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Writes the sounds of the live notices to public/audio; run it after a change of the notes. */
const folder = join(import.meta.dirname, '../public/audio')
mkdirSync(folder, { recursive: true })
for (const [name, notes] of Object.entries(sounds)) writeFileSync(join(folder, `${name}.wav`), wav(notes))
