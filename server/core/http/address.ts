/** A parsed address of the wire. */
export interface Address {
  app: 'admin' | 'api'
  controller: string
  action: string
}

const shape = /^\/([A-Za-z][\w-]*)(\.php)?\/([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)\/([A-Za-z]\w*)$/

/**
 * Reads `/<app>/<dir.Controller>/<action>` of a path without its query: `/admin/…`, `/admin.php/…`, `/<entry>.php/…`, `/api/…`,
 * `/api.php/…`. Undefined for everything else: doubled, encoded or trailing slashes, trailing dots, further path segments.
 */
export function parseAddress(path: string): Address | undefined {
  const match = shape.exec(path)
  if (!match) return undefined
  const [, entry = '', php, controller = '', action = ''] = match
  if (entry === 'api') return { app: 'api', controller, action }
  if (entry === 'admin' || php) return { app: 'admin', controller, action }
  return undefined
}

/** The one key of an address, whatever case it is written in. */
export function addressKey(address: Address): string {
  return `${address.app}/${address.controller}/${address.action}`.toLowerCase()
}
