import type { LookupFunction } from 'node:net'
import { label, type Label } from '#kernel/label.ts'
import {
  addressError,
  pinnedLookup,
  type AddressRules,
  type FindAddresses,
} from '#server/base/outgoing-address.ts'

const malformed = label(
  'https://로 시작하는 주소를 입력하세요.',
  'Enter an address that begins with https://.',
)
const isPrivate = label(
  '사내망 주소로는 보낼 수 없습니다. 공개된 주소를 입력하거나 관리자에게 WEBHOOK_PRIVATE 설정을 문의하세요.',
  'Webhooks are not sent to private addresses. Enter a public one, or ask the administrator about WEBHOOK_PRIVATE.',
)

/** `WEBHOOK_PRIVATE=1` allows webhooks to private networks and without TLS. */
function webhookRules(): AddressRules {
  const allowsPrivate = process.env['WEBHOOK_PRIVATE'] === '1'
  const schemes = allowsPrivate ? ['https:', 'http:'] : ['https:']
  return { schemes, allowsPrivate, malformed, isPrivate }
}

/** Validation error for an address, checked without a DNS lookup. */
export function webhookError(address: string): Label | undefined {
  return addressError(address, webhookRules())
}

/** Lookup pinned to the checked address. Throws ForbiddenAddressError if it is private. */
export function checkedLookup(url: URL, find?: FindAddresses): Promise<LookupFunction> {
  return pinnedLookup(url, webhookRules(), find)
}
