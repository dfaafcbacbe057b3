import { sql, type Transaction } from 'kysely'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import { dbClock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { LoginThrottleRow } from '../rows.generated.ts'
import { numberOf, type SiteConfig } from '../siteConfig.ts'
import { accountTypes } from './accountTypes.ts'

/** Wrong tries of one account before it waits; then 30 s, doubled with each further one, up to 15 min (controls C2). */
const freeTries = 5
const firstLock = 30
const longestLock = 900
/** The further lock of the site's settings: after how many wrong tries (0: never), and its seconds. */
export interface HardLock {
  after: number
  seconds: number
}

/** The further lock as the site's settings say it, for the accounts of an area. */
export function hardLockOf(config: SiteConfig, area: Area = 'admin'): HardLock {
  return {
    after: numberOf(config, accountTypes[area].retries, 0, 1000),
    seconds: 60 * numberOf(config, accountTypes[area].lockMinutes, 1, 43_200),
  }
}

/** Wrong tries are forgotten after this long without one. */
const purgeAfter = 43_200
/** Wrong tries in a minute, from one address and from everywhere. */
const perAddress = 30
const perServer = 200
const window = 60

/** What a try to sign in may do. A locked one is checked against nothing, so that it takes as long as any other. */
export type Admission = 'open' | 'locked' | 'tooMany'

interface Counter {
  failures: number
  until_time: number
  last_time: number
  now: number
}

/**
 * Counts a try as failed before it is checked, so that parallel guesses cannot share one look at the counter; `forgive` takes it back.
 * Counters live in the database: they are shared by nodes and survive restarts.
 */
export async function admit(
  trx: Transaction<Db>,
  { area, username }: { area: Area; username: string },
  ip: string,
  lock: HardLock,
): Promise<Admission> {
  const account = await count(trx, accountName(username, area), (c) => {
    if (c.until_time > c.now) return { failures: c.failures, until: c.until_time }
    const stale = c.now - c.last_time > purgeAfter || (lock.after > 0 && c.failures >= lock.after)
    const failures = (stale ? 0 : c.failures) + 1
    return { failures, until: lockedUntil(failures, lock, c.now) }
  })
  const inWindow = (c: Counter) =>
    c.until_time > c.now ? { failures: c.failures + 1, until: c.until_time } : { failures: 1, until: c.now + window }
  const address = await count(trx, addressName(ip), inWindow)
  const server = await count(trx, 'server', inWindow)
  await setFailures(trx, username, area, account.failures)
  if (address.failures > perAddress || server.failures > perServer) return 'tooMany'
  return account.wasLocked ? 'locked' : 'open'
}

/** New accounts from one address in an hour. */
const registrations = 20

/** May somebody at this address make a further account? Counts the try. */
export function admitRegistration(trx: Transaction<Db>, ip: string): Promise<boolean> {
  return admitWithin(trx, 'register', ip, { atMost: registrations, seconds: 3600 })
}

/** May somebody at this address do `what` once more, when `atMost` times in `seconds` are allowed? Counts the try. */
export async function admitWithin(
  trx: Transaction<Db>,
  what: string,
  ip: string,
  { atMost, seconds }: { atMost: number; seconds: number },
): Promise<boolean> {
  const { failures } = await count(trx, `${what}:${addressName(ip)}`, within(seconds))
  return failures <= atMost
}

/** The same for one account, from wherever it acts. */
export async function admitAccount(
  trx: Transaction<Db>,
  what: string,
  account: { area: Area; id: number },
  { atMost, seconds }: { atMost: number; seconds: number },
): Promise<boolean> {
  const { failures } = await count(trx, `${what}:${account.area}:${account.id}`, within(seconds))
  return failures <= atMost
}

/** Counts in windows of so many seconds. */
const within = (seconds: number) => (c: Counter) =>
  c.until_time > c.now ? { failures: c.failures + 1, until: c.until_time } : { failures: 1, until: c.now + seconds }

/**
 * May somebody try one more of something, of which they may try so many in so many seconds? `mark` names what is tried: the same again
 * within the first window (an hour where there are no limits) is `known` and costs nothing. Refused tries are not counted: roll them back.
 */
export async function admitTry(
  trx: Transaction<Db>,
  who: string,
  mark: string,
  limits: readonly { atMost: number; seconds: number }[],
): Promise<'known' | 'new' | 'tooMany'> {
  const seen = await count(trx, `${who}:${mark}`, within(limits[0]?.seconds ?? 3600))
  if (seen.wasLocked) return 'known'
  for (const { atMost, seconds } of limits)
    if ((await count(trx, `${who}:${seconds}`, within(seconds))).failures > atMost) return 'tooMany'
  return 'new'
}

/** Wrong guesses of a secret in an hour: by one person, and from one address (controls C33). */
const guesses = { perPerson: 10, perAddress: 60, seconds: 3600 } as const

/** A try to guess a secret (`what`) by somebody at an address. */
export interface Guess {
  what: string
  /** Who guesses: `user:7`. */
  who: string
  ip: string
}

const guessNames = ({ what, who, ip }: Guess) => [`${what}:${who}`, `${what}:${addressName(ip)}`]

/** May they guess once more? Counts the try before it is looked at, as `admit` does; `takeGuessBack` for one that was right. */
export async function admitGuess(trx: Transaction<Db>, guess: Guess): Promise<boolean> {
  const [person = '', address = ''] = guessNames(guess)
  const next = within(guesses.seconds)
  const own = await count(trx, person, next)
  const all = await count(trx, address, next)
  return own.failures <= guesses.perPerson && all.failures <= guesses.perAddress
}

/** Takes back what `admitGuess` counted: it was no guess. */
export async function takeGuessBack(trx: Transaction<Db>, guess: Guess): Promise<void> {
  for (const name of guessNames(guess))
    await sql`UPDATE login_throttle SET failures = greatest(failures - 1, 0) WHERE name = ${name}`.execute(trx)
}

/**
 * After a right password: clears the account's failures, and uncounts the try for address and server. Takes its locks in the order of
 * `admit` (counters, then the account's row), so call it before anything else that locks the account.
 */
export async function forgive(trx: Transaction<Db>, username: string, ip: string, area: Area = 'admin'): Promise<void> {
  await clearCounter(trx, username, area)
  await uncount(trx, ip)
  await setFailures(trx, username, area, 0)
}

/** One try less for address and server. */
async function uncount(trx: Transaction<Db>, ip: string): Promise<void> {
  for (const name of [addressName(ip), 'server']) {
    await sql`UPDATE login_throttle SET failures = greatest(failures - 1, 0) WHERE name = ${name}`.execute(trx)
  }
}

/** Takes back the try that `admit` counted and let through: it was no guess, and ends nothing either. What was counted before stays. */
export async function takeBack(trx: Transaction<Db>, username: string, ip: string, area: Area = 'admin'): Promise<void> {
  const { rows } = await sql<Pick<LoginThrottleRow, 'failures'>>`
    UPDATE login_throttle SET failures = greatest(failures - 1, 0), until_time = 0 WHERE name = ${accountName(username, area)}
    RETURNING failures`.execute(trx)
  await uncount(trx, ip)
  await setFailures(trx, username, area, rows[0]?.failures ?? 0)
}

/** Takes every lock off an account. */
export async function clearThrottle(trx: Transaction<Db>, username: string, area: Area = 'admin'): Promise<void> {
  await clearCounter(trx, username, area)
  await setFailures(trx, username, area, 0)
}

async function clearCounter(trx: Transaction<Db>, username: string, area: Area): Promise<void> {
  await sql`UPDATE login_throttle SET failures = 0, until_time = 0 WHERE name = ${accountName(username, area)}`.execute(trx)
}

/** What administrators read beside the account. */
async function setFailures(trx: Transaction<Db>, username: string, area: Area, failures: number): Promise<void> {
  const accounts = sql.table(accountTypes[area].accounts)
  await sql`UPDATE ${accounts} SET login_failure = ${failures} WHERE lower(username) = lower(${username})`.execute(trx)
}

/** Adds one attempt to a counter under its row's lock, and what `next` makes of its failures. Always in the order account, address, server. */
async function count(
  trx: Transaction<Db>,
  name: string,
  next: (counter: Counter) => { failures: number; until: number },
): Promise<{ failures: number; wasLocked: boolean }> {
  const { rows } = await sql<Counter>`
    INSERT INTO login_throttle AS t (name, attempts, failures, until_time, last_time, create_time, update_time)
    SELECT ${name}, 1, 0, 0, n, n, n FROM (SELECT ${dbClock} AS n) clock
    ON CONFLICT (name) DO UPDATE SET attempts = t.attempts + 1
    RETURNING failures, until_time, last_time, ${dbClock} AS now`.execute(trx)
  const counter = rows[0]
  if (!counter) throw new Error('a counter gives its row')
  const { failures, until } = next(counter)
  await sql`UPDATE login_throttle SET failures = ${failures}, until_time = ${until}, last_time = ${counter.now}, update_time = ${counter.now}
    WHERE name = ${name}`.execute(trx)
  return { failures, wasLocked: counter.until_time > counter.now }
}

function lockedUntil(failures: number, lock: HardLock, now: number): number {
  if (lock.after > 0 && failures >= lock.after) return now + lock.seconds
  if (failures < freeTries) return 0
  return now + Math.min(longestLock, firstLock * 2 ** (failures - freeTries))
}

const accountName = (username: string, area: Area): string =>
  `${area === 'admin' ? 'account' : 'member'}:${username.toLowerCase()}`

/** An address; of IPv6 the network of 64 bits, because a person has as many addresses as they like inside it. */
export function addressName(ip: string): string {
  if (!ip.includes(':')) return `address:${ip}`
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return `address:${[...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')}`
}
