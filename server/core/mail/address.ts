import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Addresses that lead into the own machine or network, or nowhere (IANA special-purpose registries). */
const own = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  own.addSubnet(net, bits, 'ipv4')
/** The only IPv6 range allocated for public use, and its parts that embed other addresses. */
const world = new BlockList()
world.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  own.addSubnet(net, bits, 'ipv6')

/** Is it an address of the public internet? IPv4-mapped IPv6 counts as the IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  if (family === 4) return !own.check(plain, 'ipv4')
  return family === 6 && world.check(plain, 'ipv6') && !own.check(plain, 'ipv6')
}

/** Why a server's address cannot be connected to. */
export class AddressError extends Error {
  readonly reason: 'unknown' | 'own'
  constructor(reason: 'unknown' | 'own') {
    super(reason)
    this.reason = reason
  }
}

/**
 * The address to connect to for a host: resolved and checked once, and exactly that address is used, so that DNS cannot change in between
 * (controls C12). A host with any private address is refused unless `ownNetwork`. Throws AddressError.
 */
export async function addressOfHost(host: string, ownNetwork: boolean): Promise<string> {
  const found = await lookup(host, { all: true }).catch(() => [])
  const [first] = found
  if (!first) throw new AddressError('unknown')
  if (!ownNetwork && !found.every(({ address }) => isPublicAddress(address))) throw new AddressError('own')
  return first.address
}
