import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../core/db/connect.ts'

/** Channel by which every node is asked to send a word to an administrator's screens. */
export const trialChannel = 'kontor_feed_trial'

/** Channel by which nodes say how many screens they sent it to, and that one has said it back. */
export const trialNewsChannel = 'kontor_feed_trial_news'

/** What came of a word that was sent over the live feed. */
export interface FeedTrial {
  /** Screens it was sent to, on all nodes. */
  sent: number
  /** Milliseconds until the first of them had said it back; null when none has. */
  received: number | null
}

interface Asked {
  word: string
  adminId: number
}

interface News {
  word: string
  sent?: number
  heard?: true
}

/** The part of the feed that trials need. */
interface TrialFeed {
  /** Sends the word to the screens of an administrator connected here; returns how many. */
  try(asked: Asked): number
}

/** Milliseconds that screens have to say the word back, and nodes to say that they have sent it to one at all. */
const timeout = 3000
const nobodyAfter = 1000

/**
 * Sends administrators a word over the live feed, the way a notice goes: through the database to every node, to each of their screens. A
 * page of ours says it back on its socket.
 */
export class FeedTrials {
  private readonly db: Kysely<Db>
  /** Words that were sent from here and may be said back. */
  private readonly open = new Set<string>()
  private readonly waiting = new Map<string, (news: News) => void>()

  constructor(db: Kysely<Db>) {
    this.db = db
  }

  /** Sends one and waits until it was said back, at most three seconds. */
  async run(adminId: number, within = timeout): Promise<FeedTrial> {
    const word = randomUUID()
    const started = performance.now()
    const trial: FeedTrial = { sent: 0, received: null }
    const timers: NodeJS.Timeout[] = []
    const ended = new Promise<void>((end) => {
      timers.push(setTimeout(end, within))
      timers.push(setTimeout(() => trial.sent === 0 && end(), nobodyAfter))
      this.waiting.set(word, ({ sent = 0, heard }) => {
        trial.sent += sent
        if (!heard) return
        trial.received = Math.round(performance.now() - started)
        end()
      })
    })
    try {
      await this.say(trialChannel, { word, adminId })
      await ended
      return trial
    } finally {
      timers.forEach(clearTimeout)
      this.waiting.delete(word)
    }
  }

  /** A node asks for a word to be sent. */
  async send(payload: string, feed: TrialFeed): Promise<void> {
    const asked = JSON.parse(payload) as Asked
    const sent = feed.try(asked)
    if (sent === 0) return
    this.open.add(asked.word)
    setTimeout(() => this.open.delete(asked.word), timeout).unref()
    await this.say(trialNewsChannel, { word: asked.word, sent })
  }

  /** A screen has said a word; what was not sent from here, or was said back before, is nothing. */
  async said(word: string): Promise<void> {
    if (this.open.delete(word)) await this.say(trialNewsChannel, { word, heard: true })
  }

  /** A node announces a word. */
  news(payload: string): void {
    const news = JSON.parse(payload) as News
    this.waiting.get(news.word)?.(news)
  }

  private async say(channel: string, what: Asked | News): Promise<void> {
    await sql`select pg_notify(${channel}, ${JSON.stringify(what)})`.execute(this.db)
  }
}
