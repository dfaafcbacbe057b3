import type { Transaction } from 'kysely'
import { type Database, type Db, openDatabase } from '../db/connect.ts'
import { Refused } from '../refuse.ts'
import { inTransaction } from '../transaction/transaction.ts'
import { type Claim, claim, finish, giveBack, isOurs, postpone, renew } from './queue.ts'

/** Thrown where work goes on that is called off, or another's by now: nothing of it may be written any more. */
export class JobLost extends Error {}

/** A job under way. */
export interface Job {
  ref: number
  /** How often it was begun, this time included. */
  attempts: number
  /** Connections with more patience than those of requests. */
  database: Database
  /** Aborted when the job is called off or lost, or the server stops. */
  signal: AbortSignal
  /**
   * Throws `JobLost` when the job is no longer ours. Call it in an intermediate step after writing the row the job is about: cancelling
   * or restarting the job waits for that row's lock, so the job stays ours until the step commits.
   */
  hold(trx: Transaction<Db>): Promise<void>
  /** Ends the job in the transaction of its effect. Throws `JobLost` when it is not ours any more. */
  finish(trx: Transaction<Db>): Promise<void>
  /** Ends this try instead: the job is taken again in so many seconds. Throws `JobLost` when it is not ours any more. */
  postpone(trx: Transaction<Db>, seconds: number): Promise<void>
}

/** One kind of long work. */
export interface JobKind {
  /** It takes seconds, and does not wait behind exports: jobs of these kinds have places of their own. */
  quick?: true
  /** Does it, and calls `job.finish` (or `job.postpone`) in its last transaction. */
  run(job: Job): Promise<void>
  /** Notes that it came to nothing, in the transaction that ends it. `error` is what it threw: a `Refused` is for people. */
  fail(trx: Transaction<Db>, ref: number, error: unknown): Promise<void>
}

export interface JobsOptions {
  /** URL of the database. */
  url: string
  kinds: Readonly<Record<string, JobKind>>
  log(error: unknown, what: string): void
  /** Seconds a job stays ours without a sign of life; three are given in that time. */
  lease?: number
  /** Seconds after which the queue is looked at although nobody said that there is work. */
  every?: number
}

/** Jobs that one node does at once: of the quick kinds, and of all others. */
const atOnce = 2
/** A job that took three nodes down with it is not begun a fourth time. */
const attemptsAtMost = 3

export interface Jobs {
  /** There may be work. */
  wake(): void
  /** Claims no more jobs, stops the running ones and releases them. */
  stop(): Promise<void>
}

/**
 * Runs the jobs of the queue, on any number of nodes. A job belongs to the node that claimed it as long as that node renews the lease;
 * after the lease expires another node takes over. A job is started at most three times.
 */
export function startJobs(options: JobsOptions): Jobs {
  return new Runner(options)
}

class Runner implements Jobs {
  readonly #options: Required<JobsOptions>
  readonly #database: Database
  readonly #running = { quick: new Set<Promise<void>>(), long: new Set<Promise<void>>() }
  readonly #stopping = new AbortController()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined
  #again = false

  constructor(options: JobsOptions) {
    this.#options = { lease: 30, every: 5, ...options }
    this.#database = openDatabase(options.url, {
      connections: atOnce * 4 + 1,
      statementTimeout: 600_000,
      lockTimeout: 10_000,
      onError: () => {},
    })
    this.#timer = setInterval(this.wake, this.#options.every * 1000)
    this.wake()
  }

  wake = (): void => {
    this.#again = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all([...this.#running.quick, ...this.#running.long])
    await this.#database.close()
  }

  async #look(): Promise<void> {
    try {
      while (this.#again && !this.#stopping.signal.aborted) {
        this.#again = false
        await this.#fill('quick')
        await this.#fill('long')
      }
    } catch (error) {
      this.#options.log(error, 'looking for jobs') // the next look comes by itself
    }
  }

  /** Takes jobs of the quick or the other kinds until all places are taken or none is left. */
  async #fill(lane: 'quick' | 'long'): Promise<void> {
    const running = this.#running[lane]
    const { kinds, lease } = this.#options
    const names = Object.keys(kinds).filter((name) => (kinds[name]?.quick === true) === (lane === 'quick'))
    while (running.size < atOnce && !this.#stopping.signal.aborted) {
      const taken = await claim(this.#database.write, names, lease)
      if (!taken) break
      const work = this.#work(taken).finally(() => {
        running.delete(work)
        this.wake()
      })
      running.add(work)
    }
  }

  /** Never rejects. */
  async #work(taken: Claim): Promise<void> {
    const { kinds, log } = this.#options
    const kind = kinds[taken.kind]
    if (!kind) return
    const lost = new AbortController()
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal])
    const beating = this.#beat(taken, lost)
    const job: Job = {
      ref: taken.ref,
      attempts: taken.attempts,
      database: this.#database,
      signal,
      async hold(trx) {
        if (!(await isOurs(trx, taken))) throw new JobLost()
      },
      finish: (trx) => end(trx, taken),
      async postpone(trx, seconds) {
        if (!(await postpone(trx, taken, seconds))) throw new JobLost()
      },
    }
    try {
      if (taken.attempts > attemptsAtMost) throw new Refused('dataio.gaveUp', { times: attemptsAtMost })
      await kind.run(job)
    } catch (error) {
      await this.#ended(kind, taken, error, lost.signal).catch((failure: unknown) => log(failure, 'ending a job'))
    } finally {
      clearInterval(beating)
    }
  }

  /** Handles a job that threw: ignored when the job is another node's, released when this node stops, else failed. */
  async #ended(kind: JobKind, taken: Claim, error: unknown, lost: AbortSignal): Promise<void> {
    if (lost.aborted || error instanceof JobLost) return
    if (this.#stopping.signal.aborted) return giveBack(this.#database.write, taken)
    if (!(error instanceof Refused)) this.#options.log(error, `job ${taken.kind} ${taken.ref}`)
    await inTransaction(this.#database, async (trx) => {
      await end(trx, taken)
      await kind.fail(trx, taken.ref, error)
    }).catch((failure: unknown) => {
      if (!(failure instanceof JobLost)) throw failure
    })
  }

  /**
   * Renews the lease. A job that was cancelled or claimed by another is `lost`, and so is one whose renewal could not reach the database
   * in time.
   */
  #beat(taken: Claim, lost: AbortController): NodeJS.Timeout {
    const { lease } = this.#options
    let until = performance.now() + lease * 1000
    const beat = async () => {
      const from = performance.now()
      const held = await renew(this.#database.write, taken, lease).catch(() => undefined)
      if (held) until = from + lease * 1000
      else if (held === false || performance.now() >= until) lost.abort(new JobLost())
    }
    return setInterval(() => void beat(), (lease * 1000) / 3)
  }
}

async function end(trx: Transaction<Db>, taken: Claim): Promise<void> {
  if (!(await finish(trx, taken))) throw new JobLost()
}
