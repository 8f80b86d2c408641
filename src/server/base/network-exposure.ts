import { isIP } from 'node:net'
import { label, type Label } from '#kernel/label.ts'

type Environment = Readonly<Record<string, string | undefined>>

const rangeNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.trim().split('/')
  if (rest.length > 0) return false
  const family = isIP(address)
  if (bits === undefined) return family > 0 || rangeNames.has(address)
  // Reject a range that covers every address, because it would trust any client.
  return /^[1-9]\d*$/.test(bits) && Number(bits) <= (family === 4 ? 32 : family === 6 ? 128 : 0)
}

/**
 * Reads `TRUST_PROXY`: the number of chained proxies, or their addresses. Defaults to a proxy on
 * this machine with https, because this server does not terminate TLS.
 */
export function readTrustedProxies(env: Environment): { trustProxy?: string } {
  const given = env['TRUST_PROXY']?.trim() ?? ''
  if (given === '0') return {}
  if (given !== '') return { trustProxy: given }
  return isHttps(env['PUBLIC_URL']) ? { trustProxy: 'loopback' } : {}
}

/**
 * Converts the setting to Fastify's `trustProxy`. A number counts hops from the connection,
 * regardless of its address.
 */
export function toTrustProxyOption(
  trustProxy: string | undefined,
): false | string | ((address: string, hop: number) => boolean) {
  if (trustProxy === undefined) return false
  return isCount(trustProxy) ? (_, hop) => hop < Number(trustProxy) : trustProxy
}

function isCount(text: string): boolean {
  return /^[1-9]\d?$/.test(text)
}

export function isHttps(publicUrl: string | undefined): boolean {
  return URL.parse(publicUrl ?? '')?.protocol === 'https:'
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Error if these network settings would expose the server unencrypted; undefined if valid. */
export function bindError(env: Environment): Label | undefined {
  const publicUrl = env['PUBLIC_URL']
  if (publicUrl && !/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? '')) {
    return label(
      `PUBLIC_URL은 http:// 또는 https://로 시작하는 주소여야 합니다: ${publicUrl}`,
      `PUBLIC_URL must be an address with http:// or https://: ${publicUrl}`,
    )
  }
  const { trustProxy } = readTrustedProxies(env)
  if (trustProxy && !isCount(trustProxy) && !trustProxy.split(',').every(isRange)) {
    return label(
      `TRUST_PROXY에는 프록시의 수(1) 또는 주소(10.0.0.5, 10.0.0.0/8, loopback)를 입력하십시오: ${env['TRUST_PROXY']}`,
      `TRUST_PROXY must be the number of proxies (1) or their addresses (10.0.0.5, 10.0.0.0/8, loopback): ${env['TRUST_PROXY']}`,
    )
  }
  const host = env['HOST'] ?? '127.0.0.1'
  if (isLoopback(host) || trustProxy !== undefined || isHttps(publicUrl)) return undefined
  return label(
    `HOST=${host} 이면 다른 컴퓨터가 암호화 없이 접속하여 비밀번호가 그대로 전송됩니다. TLS를 처리하는 프록시를 앞에 두고 PUBLIC_URL=https://… (사용자가 접속하는 주소)와 TRUST_PROXY (프록시의 수 또는 주소)를 지정하거나, HOST를 삭제하고 이 컴퓨터에서만 사용하십시오.`,
    `With HOST=${host} other machines would connect without encryption and send their passwords in clear text. Put a proxy that handles TLS in front and set PUBLIC_URL=https://… (the address users open) and TRUST_PROXY (number or addresses of the proxies), or unset HOST to serve only this machine.`,
  )
}

/** Warns that all callers would share the address of a proxy on another machine. */
export function bindNotice(env: Environment): Label | undefined {
  if (isLoopback(env['HOST'] ?? '127.0.0.1') || env['TRUST_PROXY']) return undefined
  return label(
    'TRUST_PROXY가 없어 이 컴퓨터의 프록시만 신뢰합니다. 프록시가 다른 곳에 있으면 모든 사용자가 한 주소로 보여, 한 사람의 로그인 실패로 모든 사용자의 로그인이 차단됩니다.',
    'Without TRUST_PROXY only a proxy on this machine is trusted. With a proxy elsewhere all users appear to come from one address, and failed logins of one user lock out all users.',
  )
}
