import { readPageAddress } from '../../../src/schemas/api/pages.ts'
import { type Area, appOf } from '../../../src/schemas/language/area/area.ts'

/** A parsed address of the wire. */
export interface Address {
  app: 'admin' | 'api'
  controller: string
  action: string
}

/** Path of the back office unless the site is set to another. */
export const defaultEntrance = '/admin'

const shape = /^\/([A-Za-z][\w-]*)(\.php)?\/([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)\/([A-Za-z]\w*)$/

/**
 * Reads `/<app>/<dir.Controller>/<action>` of a path without its query: `/api/…`, `/api.php/…`, and of the back office `/admin/…` and
 * `/admin.php/…`, or `/office.php/…` alone where its entrance is `/office`. Undefined for everything else: doubled, encoded or trailing
 * slashes, trailing dots, further path segments.
 */
export function parseAddress(path: string, entrance: string = defaultEntrance): Address | undefined {
  const match = shape.exec(path)
  if (!match) return undefined
  const [, entry = '', php, controller = '', action = ''] = match
  if (entry === 'api') return { app: 'api', controller, action }
  if (`/${entry}` === entrance && (php || entrance === defaultEntrance)) return { app: 'admin', controller, action }
  return undefined
}

/** The path of a call of the back office below its entrance; `path`: `/admin/dataio.Export/file`. */
export function officeCall(path: string, entrance: string): string {
  return entrance === defaultEntrance ? path : `${entrance}.php${path.slice(defaultEntrance.length)}`
}

/**
 * The call that answers the address of a page's file (`/pages/<hash>/<id>.<locale>.json`): one of the page's area, whose session it reads.
 * Undefined for everything else.
 */
export function parsePageFile(path: string, areaOf: (page: string) => Area | undefined): Address | undefined {
  const asked = readPageAddress(path)
  return asked && { app: appOf[areaOf(asked.id) ?? 'admin'], controller: 'pages', action: 'file' }
}

/** The one key of an address, whatever case it is written in. */
export function addressKey(address: Address): string {
  return `${address.app}/${address.controller}/${address.action}`.toLowerCase()
}
