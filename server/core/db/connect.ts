import { hash } from 'node:crypto'
import { type ColumnType, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { arePlain, PreparedQuery, type Statement } from './prepared.ts'
import { getTypeParser } from './texts.ts'

/** A row of any table, by column name. Tables are known only at run time: their columns come from parsed entities, never from a request. */
type AnyRow = Record<string, ColumnType<unknown, unknown, unknown>>

/** Every table by its name. */
export type Db = Record<string, AnyRow>
export type Reader = Kysely<Db>
export type Writer = Transaction<Db>

/** The two ways into the database: `read` refuses to write, `write` does not. */
export interface Database {
  read: Kysely<Db>
  write: Kysely<Db>
  /** Connections in use and waiting, for readiness and metrics. */
  load(): { read: PoolLoad; write: PoolLoad }
  close(): Promise<void>
}
export interface PoolLoad {
  total: number
  idle: number
  waiting: number
}

export interface ConnectOptions {
  /** Connections of each pool. */
  connections?: number
  /** Waiting longer for a connection fails (ms); default 5000. */
  wait?: number
  /** A statement that takes longer is ended by the database (ms). */
  statementTimeout?: number
  /** Waiting longer for a lock ends the statement (ms). */
  lockTimeout?: number
  /** Called for connections that broke while idle; the pool replaces them. */
  onError?: (error: Error) => void
}

/**
 * Opens the two pools. Takes the URL of a PostgreSQL database; connections are made when first needed and again after the database
 * restarted. Reads run in sessions whose transactions are read-only, so that a GET that tries to write fails in the database.
 */
export function openDatabase(url: string, options: ConnectOptions = {}): Database {
  const read = openPool(url, options, true)
  const write = openPool(url, options, false)
  const readDb = new Kysely<Db>({ dialect: new PostgresDialect({ pool: read }) })
  const writeDb = new Kysely<Db>({ dialect: new PostgresDialect({ pool: write }) })
  return {
    read: readDb,
    write: writeDb,
    load: () => ({ read: loadOf(read), write: loadOf(write) }),
    close: async () => {
      await Promise.all([readDb.destroy(), writeDb.destroy()])
    },
  }
}

const failures = new WeakSet<Error>()

/** Did a connection to the database, or the wait for one, fail with this? */
export function isOfDatabase(error: unknown): error is Error {
  return error instanceof Error && failures.has(error)
}

/** Passes a failure on, known from now on as one of the database. */
function ofDatabase(error: unknown): never {
  if (error instanceof Error) failures.add(error)
  throw error
}

function loadOf(pool: Pool): PoolLoad {
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

function openPool(url: string, options: ConnectOptions, readOnly: boolean): Pool {
  const { connections: max = 10, wait = 5000 } = options
  const pool = new Pool({
    connectionString: withSessionOptions(url, [
      `default_transaction_read_only=${readOnly ? 'on' : 'off'}`,
      `statement_timeout=${options.statementTimeout ?? 5000}`,
      `lock_timeout=${options.lockTimeout ?? 3000}`,
      'idle_in_transaction_session_timeout=30000',
      'TimeZone=UTC',
    ]),
    max,
    connectionTimeoutMillis: wait,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    Client: PreparingClient,
  })
  const lend = pool.connect.bind(pool) as () => Promise<PoolClient>
  const lendInTime = async () => {
    const since = performance.now()
    try {
      return await lend()
    } catch (error) {
      // Late timers tell of this process, not of the database: they come before the answers that arrived while it was held up.
      if (performance.now() - since > wait * 1.2) return lend()
      const { total, idle, waiting } = loadOf(pool)
      if (error instanceof Error) error.message += ` (${total - idle} of ${max} in use, ${waiting} waiting)`
      throw error
    }
  }
  pool.connect = (() => lendInTime().catch(ofDatabase)) as typeof pool.connect // kysely's way; nobody takes one by callback
  pool.on('error', (error) => {
    // pool.end() does not wait for connections to close, so a PostgreSQL that stops right after it still breaks some.
    if (!pool.ending) options.onError?.(error)
  })
  // a connection that breaks while it is lent out fails its query; its error event must find somebody too, or it ends the process
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Session settings travel in the connection's start-up message: no extra round trip, and none can be forgotten. */
function withSessionOptions(url: string, settings: readonly string[]): string {
  const added = settings.map((setting) => `-c ${setting}`).join(' ')
  const given = /[?&]options=([^&]*)/.exec(url)
  if (given) return url.replace(given[0], `${given[0]}${encodeURIComponent(` ${added}`)}`)
  return `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(added)}`
}

/** Statements that came this often on a connection are prepared there by name; how many a connection keeps at most. */
const prepareAfter = 3
const prepareAtMost = 200

/**
 * A client that lets the database plan a statement once when its text comes again and again. The set of texts is finite (values are
 * always bound), so names are a hash of the text.
 */
class PreparingClient extends Client {
  private readonly seen = new Map<string, { times: number; statement: Statement }>()
  private generation = 0

  constructor(config?: string | ClientConfig) {
    super(config)
    const ask = this.query.bind(this) as (...args: unknown[]) => unknown
    // By callback: of the promises that pg makes itself, V8 keeps all that they brought until the next full collection.
    const plain = (...args: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        ask(...args, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)))
      })
    const prepared = (statement: Statement, values: unknown[]): Promise<unknown> => {
      const { name, text } = statement
      const run = () => {
        if (!arePlain(values)) return plain({ name, text, values })
        const query = new PreparedQuery(statement, values)
        ask(query)
        return query.done
      }
      return run().catch((error) => this.again(error, text, () => plain(text, values)))
    }
    const query = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text !== 'string' || typeof values === 'function' || rest.length > 0) {
        const result = ask(text, values, ...rest) // of pg itself, and cursors
        return result instanceof Promise ? result.catch(ofDatabase) : result
      }
      const bound = Array.isArray(values) ? values : []
      const statement = bound.length > 0 ? this.statementOf(text) : undefined
      return (statement ? prepared(statement, bound) : plain(text, bound)).catch(ofDatabase)
    }
    this.query = query as typeof this.query
  }

  /** A table changed under a prepared statement: plan it again. Inside a transaction the error is final; it is rolled back. */
  private again(error: unknown, text: string, plain: () => unknown): unknown {
    const isStale = error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
    if (!isStale) throw error
    this.seen.delete(text)
    this.generation++
    return plain()
  }

  private statementOf(text: string): Statement | undefined {
    const known = this.seen.get(text)
    if (known) {
      known.times++
      return known.times >= prepareAfter ? known.statement : undefined
    }
    if (!/^\s*(?:select|with)\s/i.test(text)) return undefined
    if (this.seen.size >= prepareAtMost) this.forgetOne()
    if (this.seen.size < prepareAtMost) {
      const name = `k${this.generation}${hash('sha1', text, 'base64url').slice(0, 20)}`
      this.seen.set(text, { times: 1, statement: { name, text } })
    }
    return undefined
  }

  /** The oldest text that never came often enough makes room. */
  private forgetOne(): void {
    for (const [text, { times }] of this.seen) {
      if (times >= prepareAfter) continue
      this.seen.delete(text)
      return
    }
  }
}
