import { label, type Label } from '#kernel/label.ts'

interface Network {
  readonly net: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
const v6 = /^(?=.*:)(?:[0-9a-f]{1,4}(?::|$)|::?){1,8}$/i

/** Parses ranges such as `10.0.0.0/8, 192.168.1.7`. A bare address is a range of one. */
export function readNetworks(text: string): Network[] {
  return splitParts(text).flatMap((part) => readNetwork(part) ?? [])
}

export function networksError(text: string): Label | undefined {
  const wrong = splitParts(text).find((part) => readNetwork(part) === undefined)
  return wrong === undefined
    ? undefined
    : label(
        `네트워크 주소가 아닙니다: ${wrong}. 10.0.0.0/8처럼 입력하고 쉼표로 구분하세요.`,
        `Not a network address: ${wrong}. Enter ranges such as 10.0.0.0/8, separated by commas.`,
      )
}

function splitParts(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readNetwork(part: string): Network | undefined {
  const [net = '', prefix, ...rest] = part.split('/')
  const family = v4.test(net) ? 'ipv4' : v6.test(net) ? 'ipv6' : undefined
  if (!family || rest.length > 0) return undefined
  const maxPrefix = family === 'ipv4' ? 32 : 128
  const bits = prefix === undefined ? maxPrefix : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  // A prefix of zero bits would accept every address, leaving only the password as protection.
  return bits >= 1 && bits <= maxPrefix ? { net, bits, family } : undefined
}
