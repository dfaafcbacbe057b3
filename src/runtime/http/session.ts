import { proxy, subscribe } from 'valtio/vanilla'
import type { Envelope } from '../../schemas/language/wire/envelope.ts'
import { CallError } from '../callError.ts'
import { type Area, areaOf, type Navigation, onSignIn, returnPath } from '../navigation/navigation.ts'
import type { LocksLike, Platform } from '../platform.ts'
import type { Persisted } from '../stores/persist.ts'
import { newWaiting, type Waiting } from './waiting.ts'

/** The pair an area holds; '' where there is none. */
export interface Tokens {
  token: string
  refresh_token: string
}

/** Who is signed in; id 0 is nobody. */
export interface Person {
  id: number
  username: string
  nickname: string
}

/** A sign-in asked for over the page: the person who was signed in, and the one who signed in instead (null while nobody did). */
export interface AskedAgain extends Person {
  other: Person | null
}

/** Asks the server for a new access token; rejects with a CallError when no answer of a handler came. */
export type SendRefresh = (area: Area, tokens: Tokens) => Promise<Envelope>

/** The tokens of both areas, and the one way to renew them. */
export interface Session {
  token(area: Area): string
  refreshToken(area: Area): string
  set(area: Area, tokens: Tokens): void
  /** Forgets everything stored about who is signed in. A refresh that is under way comes to nothing. */
  clear(area: Area): void
  /** The sign-ins that are asked for over the page, by area; null where none is. */
  state: Record<Area, AskedAgain | null>
  /**
   * The session is over. Where something was entered that would be lost, the page stays and asks for a sign-in over it (`state`); else
   * the session is cleared and the person sent to the sign-in route, keeping where they were (nothing more when they are there, or in
   * the other area).
   */
  end(area: Area): void
  /** Signs out locally: clears the session and goes to the sign-in route. Waiting calls fail silently. */
  leave(area: Area): void
  /**
   * The token to send once more after a call with `failed` was answered that nobody is signed in: it waits for the sign-in over the page.
   * undefined where none is asked for. Rejects with a silent CallError when the person leaves.
   */
  again(area: Area, failed: string): Promise<string | undefined>
  /** Rejects the person who signed in instead: drops their tokens and asks for the sign-in again. */
  askAgain(area: Area): void
  /**
   * The token to retry with after a call with `failed` got 409: one refresh serves all waiting calls. Returns '' on the sign-in route
   * when the session is over. Rejects with a CallError when it ended elsewhere, or (without ending it) when the server cannot be reached.
   */
  renew(area: Area, failed: string): Promise<string>
}

export interface SessionOptions {
  stores: Record<Area, Persisted<Tokens & Person>>
  platform: Platform
  navigation: Navigation
  send: SendRefresh
  /** Why a call came to nothing when the session was over. */
  endedText: () => string
  /** Would something that was entered in the area be lost if the person left the page? */
  holdsEntries?: (area: Area) => boolean
  /** The session is over and the person's data must go. `told`: nobody here asked for it, so report it. */
  onEnd?: (area: Area, told: boolean) => void
  /** The same person is signed in again, and the page went on. */
  onAgain?: (area: Area) => void
}

/**
 * Milliseconds a tab keeps its turn after a refresh. Tabs are processes of their own, and what one writes to the storage reaches another
 * a little later than the turn does: that one would refresh once more with what it still reads.
 */
const settleTime = 500

/** Makes the session over the stores that hold the tokens. */
export function createSession(options: SessionOptions): Session {
  return new StoredSession(options)
}

class StoredSession implements Session {
  readonly state = proxy<Session['state']>({ admin: null, user: null })
  readonly #options: SessionOptions
  readonly #running: Partial<Record<Area, Promise<string>>> = {}
  readonly #waiting: Partial<Record<Area, Waiting>> = {}
  /** Counts how often an area was signed in or out: a refresh that belongs to an earlier count is void. */
  readonly #epoch: Record<Area, number> = { admin: 0, user: 0 }
  /** Who was signed in last, and the access token of the session that a sign-in over the page has replaced. */
  readonly #last: Partial<Record<Area, Person>> = {}
  readonly #replaced: Record<Area, string> = { admin: '', user: '' }

  /** This tab is taking the tokens away itself. */
  #clearing = false

  constructor(options: SessionOptions) {
    this.#options = options
    for (const area of ['admin', 'user'] as const) this.#watch(area)
  }

  /** Another tab signed out or in: this one follows. */
  #watch(area: Area) {
    const { state } = this.#store(area)
    let held = state.token
    const remember = () => {
      if (state.token !== '' && state.id !== 0) this.#last[area] = personOf(state)
    }
    remember()
    subscribe(state, remember) // of a whole change: members come one by one
    const changed = () => {
      const [before, now] = [held, state.token]
      held = now
      if (before === now) return
      if (now !== '') this.#arrived(area)
      else if (before !== '' && !this.#clearing) this.#left(area, before)
    }
    subscribe(state, changed, true)
  }

  /** Another tab signed out: this one leaves the area if it is in it, unless something entered there would be lost. */
  #left(area: Area, token: string) {
    this.#epoch[area]++
    if (this.#interrupts(area, token) || area === 'user') return // the member area's own gate leaves it
    this.#options.onEnd?.(area, true)
    const { path } = this.#options.platform.location()
    if (areaOf(path) === area && !this.#signingIn(area))
      this.#options.navigation.go({ type: 'signIn', area, to: returnPath(path, area) })
  }

  /** Somebody signed in, here or in another tab: the page goes on for the same person, and for nobody else. */
  #arrived(area: Area) {
    const asked = this.state[area]
    if (!asked) return
    const { state } = this.#store(area)
    if (state.id !== asked.id) {
      this.state[area] = { ...asked, other: personOf(state) }
      return
    }
    this.state[area] = null
    this.#waiting[area]?.resolve(state.token)
    delete this.#waiting[area]
    this.#options.onAgain?.(area)
  }

  /** Asks for a sign-in over the page, where something entered would be lost otherwise. False where nothing would. */
  #interrupts(area: Area, token: string): boolean {
    const asked = this.state[area]
    const person = this.#last[area]
    if (asked) this.state[area] = { ...asked, other: null }
    if (asked) return true
    if (!person || this.#signingIn(area) || !this.#options.holdsEntries?.(area)) return false
    this.#waiting[area] = newWaiting()
    this.#replaced[area] = token
    this.state[area] = { ...person, other: null }
    return true
  }

  token = (area: Area) => this.#store(area).state.token

  refreshToken = (area: Area) => this.#store(area).state.refresh_token

  set = (area: Area, tokens: Tokens) => {
    this.#epoch[area]++
    Object.assign(this.#store(area).state, { token: tokens.token, refresh_token: tokens.refresh_token })
  }

  clear = (area: Area) => {
    this.#epoch[area]++
    this.#clearing = true
    this.#store(area).reset()
    this.#clearing = false
  }

  end = (area: Area) => {
    if (!this.#interrupts(area, this.token(area))) return this.leave(area)
    this.#epoch[area]++
    this.#clearing = true
    Object.assign(this.#store(area).state, { token: '', refresh_token: '' })
    this.#clearing = false
  }

  leave = (area: Area) => {
    const waiting = this.#waiting[area]
    const told = this.token(area) !== ''
    delete this.#waiting[area]
    this.state[area] = null
    this.clear(area)
    this.#options.onEnd?.(area, told && !waiting && !this.#signingIn(area))
    waiting?.reject(this.#overError())
    const { path } = this.#options.platform.location()
    // Who is at home in the other area is not sent away from there.
    if ((areaOf(path) ?? area) === area && !this.#signingIn(area))
      this.#options.navigation.go({ type: 'signIn', area, to: returnPath(path, area) })
  }

  again = async (area: Area, failed: string): Promise<string | undefined> => {
    const token = this.token(area)
    if (failed !== '' && failed === token) this.end(area)
    const waiting = this.#waiting[area]
    if (waiting) return waiting.token
    // Its answer came after the sign-in over the page.
    return failed !== '' && failed === this.#replaced[area] && token !== '' ? token : undefined
  }

  askAgain = (area: Area) => {
    if (this.state[area]) this.end(area)
  }

  renew = async (area: Area, failed: string): Promise<string> => {
    const { locks } = this.#options.platform
    this.#running[area] ??= (locks ? this.#inTurn(locks, area, failed) : this.#refresh(area, failed)).finally(() => {
      delete this.#running[area]
    })
    const token = await this.#running[area]
    // Nobody's turn lasts as long as a person takes to sign in.
    return token === '' ? (this.#waiting[area]?.token ?? '') : token
  }

  /** One tab at a time; the others continue as soon as they learn of the new token. */
  #inTurn(locks: LocksLike, area: Area, failed: string): Promise<string> {
    const { state } = this.#store(area)
    return new Promise<string>((resolve, reject) => {
      const stop = subscribe(state, () => state.token !== failed && state.token !== '' && resolve(state.token), true)
      const hold = async () => {
        const heard = this.#heard(area, failed)
        resolve(heard || (await this.#refresh(area, failed)))
        if (heard === '') await new Promise((done) => setTimeout(done, settleTime))
      }
      locks.request(`kontor-refresh-${area}`, {}, hold).catch(reject).finally(stop)
    })
  }

  /** The token that replaced `failed`, when another call or tab refreshed it meanwhile; else ''. */
  #heard(area: Area, failed: string): string {
    const { state, reload } = this.#store(area)
    reload()
    return state.token === failed ? '' : state.token
  }

  async #refresh(area: Area, failed: string): Promise<string> {
    const heard = this.#heard(area, failed)
    if (heard !== '') return heard
    const { state } = this.#store(area)
    if (state.refresh_token === '') return this.#over(area)
    const begun = this.#epoch[area]
    const envelope = await this.#options.send(area, { token: state.token, refresh_token: state.refresh_token })
    // Signed out meanwhile: the answer must not sign in again.
    if (begun !== this.#epoch[area]) return this.#over(area)
    const renewed = envelope.code === 1 ? readTokens(envelope.data) : undefined
    if (envelope.code === 1 && !renewed) throw new CallError('status', this.#options.endedText(), { envelope })
    if (!renewed) return this.#over(area)
    state.token = renewed.token
    if (renewed.refresh_token !== '') state.refresh_token = renewed.refresh_token
    return state.token
  }

  /** The session is over: those who wait go on without a token on the sign-in route, wait for a sign-in over the page, or fail. */
  #over(area: Area): string {
    if (this.token(area) !== '') this.end(area)
    if (this.#signingIn(area) || this.#waiting[area]) return ''
    throw this.#overError()
  }

  /** Silent: the code that ends a session shows the message. */
  #overError(): CallError {
    return new CallError('refused', this.#options.endedText(), { silent: true })
  }

  #store(area: Area): Persisted<Tokens & Person> {
    return this.#options.stores[area]
  }

  #signingIn(area: Area): boolean {
    return onSignIn(this.#options.platform.location().path, area)
  }
}

function personOf({ id, username, nickname }: Person): Person {
  return { id, username, nickname }
}

function readTokens(data: unknown): Tokens | undefined {
  if (data === null || typeof data !== 'object' || !('token' in data) || typeof data.token !== 'string' || data.token === '')
    return undefined
  const next = 'refresh_token' in data && typeof data.refresh_token === 'string' ? data.refresh_token : ''
  return { token: data.token, refresh_token: next }
}
