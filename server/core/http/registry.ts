import type { Handler } from '../handler.ts'
import type { Access } from '../route.ts'
import { type Address, addressKey, parseAddress } from './address.ts'

/** Every address the server answers, by address and method. */
export interface Registry {
  all: readonly Handler[]
  find(address: Address, method: string): Handler | undefined
}

/**
 * Builds the table of addresses. Throws with every fault at once: a handler without access or with an empty node, an address that no
 * request could reach, two handlers on one address and method.
 */
export function buildRegistry(handlers: readonly Handler[]): Registry {
  const table = new Map<string, Handler>()
  const wrong: string[] = []
  for (const handler of handlers) {
    const key = `${handler.method} ${addressKey(handler)}`
    const name = `${handler.method} /${handler.app}/${handler.controller}/${handler.action}`
    if (!isAccess(handler.access)) wrong.push(`${name}: no access declared; give it one of public, login, node, anyNode`)
    if (!parseAddress(`/${handler.app}/${handler.controller}/${handler.action}`))
      wrong.push(`${name}: no request can have this address`)
    if (table.has(key)) wrong.push(`${name}: two handlers on one address`)
    table.set(key, handler)
  }
  if (wrong.length > 0) throw new Error(`The server does not start:\n${wrong.join('\n')}`)
  return { all: [...handlers], find: (address, method) => table.get(`${method} ${addressKey(address)}`) }
}

function isAccess(access: Access | undefined): boolean {
  switch (access?.type) {
    case 'public':
    case 'login':
      return true
    case 'node':
    case 'super':
      return access.node !== ''
    case 'anyNode':
      return access.nodes.length > 0 && !access.nodes.includes('')
    default:
      return false
  }
}
