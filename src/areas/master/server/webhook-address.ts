import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { label, type Label } from '#kernel/label.ts'

/** Networks that are no part of the public internet, or lead back into a private one. */
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
  // Teredo, 6to4 and their like carry an IPv4 address that may be any.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, bits, 'ipv6')
}
/** What is given out of IPv6; loopback, link-local, private and mapped addresses lie outside. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && given.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Whether the site lets webhooks go to its own network, and without TLS (`WEBHOOK_PRIVATE=1`). */
function mayBePrivate(): boolean {
  return process.env['WEBHOOK_PRIVATE'] === '1'
}

/** A refusal of an address, in words for whoever wrote it down. */
export class AddressRefused extends Error {
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
  '주소에 사용자나 비밀번호를 넣을 수 없습니다.',
  'The address must not hold a user or password.',
)
const isPrivate = label(
  '사내망 주소로는 보낼 수 없습니다. 공개된 주소를 입력하거나 관리자에게 WEBHOOK_PRIVATE 설정을 문의하세요.',
  'Webhooks are not sent to private addresses. Enter a public one, or ask the administrator about WEBHOOK_PRIVATE.',
)

/** The address's host as it is looked up: an IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** What is wrong with an address in itself, before anything is looked up. */
export function webhookFault(address: string): Label | undefined {
  const url = URL.parse(address)
  const schemes = mayBePrivate() ? ['https:', 'http:'] : ['https:']
  if (!url || !schemes.includes(url.protocol)) return noAddress
  if (url.username !== '' || url.password !== '') return noUser
  const host = hostOf(url)
  if (mayBePrivate() || (isIP(host) === 0 && !/(^|\.)localhost\.?$/i.test(host))) return undefined
  return isPublic(host) ? undefined : isPrivate
}

const findAll = (host: string): Promise<LookupAddress[]> => lookup(host, { all: true })

/**
 * Looks a host up and answers a lookup that knows that one address alone, so that the connection
 * goes to what was checked, whatever the name says a moment later. Throws AddressRefused where any
 * address of the name is private.
 */
export async function checkedLookup(
  url: URL,
  find: (host: string) => Promise<readonly LookupAddress[]> = findAll,
): Promise<LookupFunction> {
  const fault = webhookFault(url.href)
  if (fault) throw new AddressRefused(fault)
  const found = await find(hostOf(url))
  const [first] = found
  if (!first) throw new Error('ENOTFOUND')
  if (!mayBePrivate() && !found.every(({ address }) => isPublic(address))) {
    throw new AddressRefused(isPrivate)
  }
  return (_, options, answer) => {
    if (options.all) answer(null, [first])
    else answer(null, first.address, first.family)
  }
}
