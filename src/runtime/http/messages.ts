import type { WordKey } from '../i18n/keys.ts'

/** What a person reads for an HTTP status (specification, section 8); any other status gets `otherStatus`. */
export const statusMessages: Readonly<Record<number, WordKey>> = {
  302: 'ui.http.redirected',
  400: 'ui.http.parameter',
  401: 'ui.http.noPermission',
  403: 'ui.http.noPermission',
  404: 'ui.http.notFound',
  408: 'ui.http.timedOut',
  409: 'ui.http.sameData',
  500: 'ui.http.serverError',
  501: 'ui.http.notImplemented',
  502: 'ui.http.gateway',
  503: 'ui.http.unavailable',
  504: 'ui.http.unavailableLater',
  505: 'ui.http.version',
}

export const otherStatus: WordKey = 'ui.http.other'

/** The word for a status. */
export function statusMessage(status: number): WordKey {
  return statusMessages[status] ?? otherStatus
}
