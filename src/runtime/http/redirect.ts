import { isObject } from '../../schemas/isObject.ts'
import type { Envelope } from '../../schemas/language/wire/envelope.ts'
import { type Area, isOwnPath, type Navigation } from '../navigation/navigation.ts'
import type { Session } from './session.ts'

export interface RedirectContext {
  session: Session
  navigation: Navigation
  /** The person is on the sign-in route of the area. */
  signingIn: boolean
}

/** Does the answer say that nobody is signed in (any more)? */
export function asksSignIn({ code, data }: Envelope): boolean {
  return code === 303 && data !== null && typeof data === 'object' && 'type' in data && data.type === 'need login'
}

/**
 * Moves the person when the answer says so (specification, section 4): 302 to the route it names, 303 to the area's root, or,
 * when it says 'need login', to the sign-in route without tokens. `token` is the one the call was made with: an answer to a
 * session that is over already does not end the one that follows it.
 */
export function redirect(
  envelope: Envelope,
  area: Area,
  token: string,
  { session, navigation, signingIn }: RedirectContext,
): void {
  const data = isObject(envelope.data) ? envelope.data : {}
  if (envelope.code === 302) {
    if (typeof data.routePath === 'string' && isOwnPath(data.routePath)) navigation.go({ type: 'path', path: data.routePath })
    else if (typeof data.routeName === 'string') navigation.go({ type: 'name', name: data.routeName })
  } else if (asksSignIn(envelope)) {
    const alreadyOver = token !== session.token(area)
    if (!alreadyOver || (token === '' && !signingIn)) session.end(area)
  } else if (envelope.code === 303) {
    navigation.go({ type: 'path', path: `/${area}` })
  }
}
