import type { LookupFunction } from 'node:net'
import { label, type Label } from '#kernel/label.ts'
import {
  addressError,
  pinnedLookup,
  type AddressRules,
  type FindAddresses,
} from '#server/base/outgoing-address.ts'

const malformed = label(
  'http:// 또는 https:// 주소여야 합니다.',
  'The address must start with http:// or https://.',
)
const isPrivate = label(
  '사내망 주소로는 조회할 수 없습니다. 공개된 주소를 입력하거나 관리자에게 CUSTOMS_PRIVATE 설정을 문의하세요.',
  'Customs is not queried at private addresses. Enter a public one, or ask the administrator about CUSTOMS_PRIVATE.',
)

/** `CUSTOMS_PRIVATE=1` allows queries through a relay in the private network. */
function customsRules(): AddressRules {
  const allowsPrivate = process.env['CUSTOMS_PRIVATE'] === '1'
  return { schemes: ['https:', 'http:'], allowsPrivate, malformed, isPrivate }
}

/** Validation error for a service address, checked without a DNS lookup. */
export function customsAddressError(address: string): Label | undefined {
  return addressError(address, customsRules())
}

/** Lookup pinned to the checked address. Throws ForbiddenAddressError if it is private. */
export function customsLookup(url: URL, find?: FindAddresses): Promise<LookupFunction> {
  return pinnedLookup(url, customsRules(), find)
}
