import { isIP } from 'node:net'

/**
 * Returns the key for throttling an address: the IPv4 address, or the /64 network of an IPv6
 * address, within which a subscriber can use any of 2^64 addresses.
 */
export function rateLimitKey(address: string): string {
  const mapped = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.groups?.['v4']
  if (mapped !== undefined) return mapped
  const [bare = ''] = address.split('%')
  if (isIP(bare) !== 6) return address
  const [head = '', tail] = bare.toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const before = groups(head)
  const zeros = tail === undefined ? 0 : 8 - before.length - groups(tail).length
  const all = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
