import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { label, type Label } from '#kernel/label.ts'

/** Address ranges that are not public or lead back into a private network. */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  // Teredo, 6to4 and similar ranges embed an arbitrary IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, bits, 'ipv6')
}
/**
 * Allocated global unicast IPv6. Loopback, link-local, private and mapped addresses are outside it.
 */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && given.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Whether the site allows webhooks to private networks and without TLS (`WEBHOOK_PRIVATE=1`). */
function isPrivateAllowed(): boolean {
  return process.env['WEBHOOK_PRIVATE'] === '1'
}

/** Rejects a webhook address, with a message for the user. */
export class ForbiddenAddressError extends Error {
  readonly text: Label

  constructor(text: Label) {
    super(text.en)
    this.text = text
  }
}

const noAddress = label(
  'https://로 시작하는 주소를 입력하세요.',
  'Enter an address that begins with https://.',
)
const noUser = label(
  '주소에 사용자나 비밀번호를 포함할 수 없습니다.',
  'The address cannot contain a user name or password.',
)
const isPrivate = label(
  '사내망 주소로는 보낼 수 없습니다. 공개된 주소를 입력하거나 관리자에게 WEBHOOK_PRIVATE 설정을 문의하세요.',
  'Webhooks are not sent to private addresses. Enter a public one, or ask the administrator about WEBHOOK_PRIVATE.',
)

/** Host for the DNS lookup. Removes the brackets of an IPv6 address. */
function getLookupHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Validation error of an address, checked without a DNS lookup. */
export function webhookError(address: string): Label | undefined {
  const url = URL.parse(address)
  const schemes = isPrivateAllowed() ? ['https:', 'http:'] : ['https:']
  if (!url || !schemes.includes(url.protocol)) return noAddress
  if (url.username !== '' || url.password !== '') return noUser
  const host = getLookupHost(url)
  if (isPrivateAllowed() || (isIP(host) === 0 && !/(^|\.)localhost\.?$/i.test(host)))
    return undefined
  return isPublic(host) ? undefined : isPrivate
}

const findAll = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true })

/**
 * Resolves a host and returns a lookup pinned to that address, which prevents DNS rebinding. Throws
 * AddressRefused if any address of the host is private.
 */
export async function checkedLookup(
  url: URL,
  find: (host: string) => Promise<readonly LookupAddress[]> = findAll,
): Promise<LookupFunction> {
  const error = webhookError(url.href)
  if (error) throw new ForbiddenAddressError(error)
  const found = await find(getLookupHost(url))
  const [first] = found
  if (!first) throw new Error('ENOTFOUND')
  if (!isPrivateAllowed() && !found.every(({ address }) => isPublic(address))) {
    throw new ForbiddenAddressError(isPrivate)
  }
  return (_, options, answer) => {
    if (options.all) answer(null, [first])
    else answer(null, first.address, first.family)
  }
}
