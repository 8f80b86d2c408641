import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { label, type Label } from '#kernel/label.ts'

/** Address ranges that are not public or lead back into a private network. */
const privateRanges = new BlockList()
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
  privateRanges.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  // Teredo, 6to4 and similar ranges embed an arbitrary IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  privateRanges.addSubnet(network, bits, 'ipv6')
}
/**
 * Allocated global unicast IPv6. Loopback, link-local, private and mapped addresses are outside it.
 */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateRanges.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6')
}

/** Thrown for a forbidden address of an outgoing call. Carries a message for the user. */
export class ForbiddenAddressError extends Error {
  readonly text: Label

  constructor(text: Label) {
    super(text.en)
    this.text = text
  }
}

/** Host for the DNS lookup. Removes the brackets of an IPv6 address. */
function getLookupHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

const credentialsNotAllowed = label(
  '주소에 사용자나 비밀번호를 포함할 수 없습니다.',
  'The address cannot contain a user name or password.',
)

/** Rules for one kind of outgoing call to an address that users set. */
export interface AddressRules {
  readonly schemes: readonly string[]
  readonly allowsPrivate: boolean
  readonly malformed: Label
  readonly isPrivate: Label
}

/** Validation error for an address, checked without a DNS lookup. */
export function addressError(address: string, rules: AddressRules): Label | undefined {
  const url = URL.parse(address)
  if (!url || !rules.schemes.includes(url.protocol)) return rules.malformed
  if (url.username !== '' || url.password !== '') return credentialsNotAllowed
  const host = getLookupHost(url)
  const isNamed = isIP(host) === 0 && !/(^|\.)localhost\.?$/i.test(host)
  return rules.allowsPrivate || isNamed || isPublic(host) ? undefined : rules.isPrivate
}

export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>

const resolveAllAddresses: FindAddresses = (host) => lookup(host, { all: true })

/**
 * Resolves a host and returns a lookup pinned to that address, which prevents DNS rebinding. Throws
 * ForbiddenAddressError if any address of the host is private.
 */
export async function pinnedLookup(
  url: URL,
  rules: AddressRules,
  find: FindAddresses = resolveAllAddresses,
): Promise<LookupFunction> {
  const error = addressError(url.href, rules)
  if (error) throw new ForbiddenAddressError(error)
  const found = await find(getLookupHost(url))
  const [first] = found
  if (!first) throw new Error('ENOTFOUND')
  if (!rules.allowsPrivate && !found.every(({ address }) => isPublic(address))) {
    throw new ForbiddenAddressError(rules.isPrivate)
  }
  return (_, options, answer) => {
    if (options.all) answer(null, [first])
    else answer(null, first.address, first.family)
  }
}

/** The system's DNS lookup cannot be aborted and has no timeout. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const abort = () => failed(signal.reason instanceof Error ? signal.reason : new Error('late'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    void promise.then(done, failed).finally(() => signal.removeEventListener('abort', abort))
  })
}
