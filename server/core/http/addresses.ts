import { BlockList, isIP } from 'node:net'

/** What is wrong with a list of addresses, or the list. */
export type AddressList = { list: BlockList } | { wrong: string }

/** Reads IP addresses and networks (`10.0.0.0/8`, `2001:db8::/32`), one a line. */
export function parseAddresses(text: string): AddressList {
  const list = new BlockList()
  for (const line of text.split(/\s+/).filter(Boolean)) {
    const [address = '', bits, more] = line.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (version === 0 || more !== undefined || !(prefix <= most)) return { wrong: line }
    list.addSubnet(address, prefix, familyOf(version))
  }
  return { list }
}

/** Is an address in the list of this text? Lines that are no address are left out. */
export function isListed(ip: string, text: string): boolean {
  const version = isIP(ip)
  if (text.trim() === '' || version === 0) return false
  const parsed = parsedOnce(text)
  return 'list' in parsed && parsed.list.check(ip, familyOf(version))
}

/** The last text, which every request asks about. */
let last: { text: string; parsed: AddressList } | undefined

function parsedOnce(text: string): AddressList {
  if (last?.text !== text) last = { text, parsed: parseAddresses(text) }
  return last.parsed
}

const familyOf = (version: number) => (version === 6 ? 'ipv6' : 'ipv4')
