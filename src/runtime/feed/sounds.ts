import type { Platform } from '../platform.ts'

/** Milliseconds between the end of one sound and the beginning of the next. */
export const soundGap = 100

export interface Sounds {
  /** Plays after the sounds asked for before, with a volume from 0 to 1. A sound that cannot be played is only logged. */
  play(url: string, volume?: number): void
  /** Sounds still waiting are not played. */
  stop(): void
}

/** Makes a queue of sounds that play one at a time. */
export function createSounds(platform: Platform): Sounds {
  let queue: { url: string; volume: number }[] = []
  let playing = false

  async function run() {
    playing = true
    for (let next = queue.shift(); next; next = queue.shift()) {
      await platform
        .playSound(next.url, next.volume)
        .catch((error: unknown) => platform.log.error('the sound cannot be played', error))
      await new Promise((done) => setTimeout(done, soundGap))
    }
    playing = false
  }

  return {
    play(url, volume = 1) {
      queue.push({ url, volume })
      if (!playing) void run()
    },
    stop() {
      queue = []
    },
  }
}
