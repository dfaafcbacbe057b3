import type { Platform } from '../platform.ts'

/** Milliseconds between the end of one sound and the beginning of the next. */
export const soundGap = 100

export interface Sounds {
  /** Plays after the sounds asked for before. A sound that cannot be played is only logged. */
  play(url: string): void
  /** Sounds still waiting are not played. */
  stop(): void
}

/** Makes a queue of sounds that play one at a time. */
export function createSounds(platform: Platform): Sounds {
  let queue: string[] = []
  let playing = false

  async function run() {
    playing = true
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      await platform.playSound(url).catch((error: unknown) => platform.log.error('the sound cannot be played', error))
      await new Promise((done) => setTimeout(done, soundGap))
    }
    playing = false
  }

  return {
    play(url) {
      queue.push(url)
      if (!playing) void run()
    },
    stop() {
      queue = []
    },
  }
}
