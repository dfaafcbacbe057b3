import { hostname, networkInterfaces } from 'node:os'
import type { Settings } from '../environment/settingRow.ts'

/** Under which names the server may be called. */
export interface Hosts {
  /** Whether a Host header names this server. */
  allowed(host: string | undefined): boolean
  /** Whether an Origin header is that of a page of this server, for a request that came with this Host. */
  ownOrigin(origin: string, host: string | undefined): boolean
  /** Names for the CSP, without ports. */
  names: readonly string[]
}

const loopback = ['localhost', '127.0.0.1', '[::1]']
const everywhere = new Set(['0.0.0.0', '::', '[::]'])

/**
 * The allow-list: HOST, the loopback names, KONTOR_HOSTS, and, when the server listens everywhere, the addresses of this machine. Names
 * with a port are allowed with this port only. A name that is not listed could be anyone's (DNS rebinding).
 */
export function makeHosts(settings: Settings): Hosts {
  const own = everywhere.has(settings.host) ? machineNames() : [bracketed(settings.host.toLowerCase())]
  const given = settings.hosts.map((host) => bracketed(host.toLowerCase()))
  const exact = new Set(given.filter(hasPort))
  const names = new Set([...loopback, ...own, ...given.filter((host) => !hasPort(host))])
  const allowed = (host: string | undefined): boolean => {
    if (!host || host.length > 255) return false
    const lower = host.toLowerCase()
    return exact.has(lower) || names.has(withoutPort(lower))
  }
  return {
    allowed,
    ownOrigin(origin, host) {
      const match = /^https?:\/\/([^/?#@\\]+)$/i.exec(origin)
      const from = match?.[1]?.toLowerCase()
      if (!from || !allowed(from)) return false
      // behind a proxy the Host may be another of our names than the one in the browser's address bar
      return from === host?.toLowerCase() || given.includes(from) || given.includes(withoutPort(from))
    },
    names: [...new Set([...names, ...[...exact].map(withoutPort)])],
  }
}

const hasPort = (host: string): boolean => /(^|[^:\]])[^\]]*[^:]:\d+$/.test(host) && !/^\[[^\]]*\]$/.test(host)
const withoutPort = (host: string): string => host.replace(/:\d+$/, '')
const bracketed = (host: string): string =>
  /^[0-9a-f]*:[0-9a-f:.]*$/.test(host) && host.split(':').length > 2 ? `[${host}]` : host

function machineNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return [hostname().toLowerCase(), ...addresses.map((each) => bracketed(each.address.replace(/%.*$/, '').toLowerCase()))]
}
