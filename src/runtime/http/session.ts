import { subscribe } from 'valtio/vanilla'
import type { Envelope } from '../../schemas/language/envelope.ts'
import { type Area, areaOf, type Navigation, onSignIn, returnPath } from '../navigation.ts'
import type { LocksLike, Platform } from '../platform.ts'
import type { Persisted } from '../stores/persist.ts'
import { CallError } from './callError.ts'

/** The pair an area holds; '' where there is none. */
export interface Tokens {
  token: string
  refresh_token: string
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
  /** Clears and sends the person to the sign-in route, keeping where they were. Does nothing more when they are there. */
  end(area: Area): void
  /**
   * The token to send once more after a call with `failed` was answered 409: one refresh serves all who wait.
   * Gives '' on the sign-in route when the session is over. Rejects with a CallError when it is over elsewhere, or (without
   * ending it) when the server could not be asked.
   */
  renew(area: Area, failed: string): Promise<string>
}

export interface SessionOptions {
  stores: Record<Area, Persisted<Tokens>>
  platform: Platform
  navigation: Navigation
  send: SendRefresh
  /** Said to the person when a session is over. */
  endedText: () => string
  onEnd?: (area: Area) => void
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
  readonly #options: SessionOptions
  readonly #running: Partial<Record<Area, Promise<string>>> = {}
  /** Counts how often an area was signed in or out: a refresh that belongs to an earlier count is void. */
  readonly #epoch: Record<Area, number> = { admin: 0, user: 0 }

  /** This tab is taking the tokens away itself. */
  #clearing = false

  constructor(options: SessionOptions) {
    this.#options = options
    this.#watch('admin') // the member area's own gate does so for members
  }

  /** Another tab signed out: this one follows, and leaves the area if it is in it. */
  #watch(area: Area) {
    const { state } = this.#store(area)
    let held = state.token
    subscribe(
      state,
      () => {
        const left = held !== '' && state.token === '' && !this.#clearing
        held = state.token
        if (!left) return
        this.#epoch[area]++
        this.#options.onEnd?.(area)
        const { path } = this.#options.platform.location()
        if (areaOf(path) === area && !this.#signingIn(area))
          this.#options.navigation.go({ type: 'signIn', area, to: returnPath(path, area) })
      },
      true,
    )
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
    this.clear(area)
    this.#options.onEnd?.(area)
    if (!this.#signingIn(area)) {
      this.#options.navigation.go({ type: 'signIn', area, to: returnPath(this.#options.platform.location().path, area) })
    }
  }

  renew = (area: Area, failed: string): Promise<string> => {
    const { locks } = this.#options.platform
    this.#running[area] ??= (locks ? this.#inTurn(locks, area, failed) : this.#refresh(area, failed)).finally(() => {
      delete this.#running[area]
    })
    return this.#running[area]
  }

  /** One tab after the other; those who wait go on as soon as they hear of the token another one got. */
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

  /** The token that stands in the place of `failed`, when another call or tab got it meanwhile; else ''. */
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

  /** The session is over: on the sign-in route those who wait go on without a token, elsewhere they fail. */
  #over(area: Area): string {
    if (this.token(area) !== '') this.end(area)
    if (this.#signingIn(area)) return ''
    throw new CallError('refused', this.#options.endedText())
  }

  #store(area: Area): Persisted<Tokens> {
    return this.#options.stores[area]
  }

  #signingIn(area: Area): boolean {
    return onSignIn(this.#options.platform.location().path, area)
  }
}

function readTokens(data: unknown): Tokens | undefined {
  if (data === null || typeof data !== 'object' || !('token' in data) || typeof data.token !== 'string' || data.token === '')
    return undefined
  const next = 'refresh_token' in data && typeof data.refresh_token === 'string' ? data.refresh_token : ''
  return { token: data.token, refresh_token: next }
}
