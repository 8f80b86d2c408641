import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bindError, bindNotice, toTrustProxyOption } from '#server/base/network-exposure.ts'
import { readSiteSettings } from '#server/http/site-settings.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const start = fileURLToPath(new URL('../../src/server/start.ts', import.meta.url))

describe('a server reachable from other machines', () => {
  test.each(['0.0.0.0', '::', '192.168.0.10', 'warehouse.local', ''])(
    'refuses to start at HOST=%s without a TLS proxy',
    (HOST) => {
      for (const env of [
        { HOST },
        { HOST, PUBLIC_URL: 'http://10.0.0.5' },
        { HOST, TRUST_PROXY: '0' },
      ]) {
        const error = bindError(env)
        expect(error?.ko).toContain('암호화 없이')
        expect(error?.en).toContain('PUBLIC_URL=https://')
      }
    },
  )

  test.each([
    { PUBLIC_URL: 'https://wms.example.com' },
    { TRUST_PROXY: '1' },
    { PUBLIC_URL: 'https://wms.example.com', TRUST_PROXY: '0' },
    { TRUST_PROXY: '10.0.0.5, fd00::/8 ,loopback' },
  ])('starts with %o', (env) => {
    expect(bindError({ HOST: '0.0.0.0', ...env })).toBeUndefined()
  })

  test.each([undefined, '127.0.0.1', '127.0.0.53', '::1', 'localhost'])(
    'starts at the local HOST=%s without further settings',
    (HOST) => expect(bindError({ HOST })).toBeUndefined(),
  )

  test('suggests TRUST_PROXY unless it is set', () => {
    const PUBLIC_URL = 'https://wms.example.com'
    expect(bindNotice({ HOST: '0.0.0.0', PUBLIC_URL })?.ko).toContain('TRUST_PROXY')
    expect(bindNotice({ HOST: '0.0.0.0', PUBLIC_URL, TRUST_PROXY: '1' })).toBeUndefined()
    expect(bindNotice({ PUBLIC_URL })).toBeUndefined()
  })

  test('exits with the reason in both languages', () => {
    const folder = temporaryFolder()
    const env = { ...process.env, PORT: '0', HOST: '0.0.0.0', DATA_DIR: `${folder}/data` }
    const { status, stderr, stdout } = spawnSync(process.execPath, [start], {
      env,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('비밀번호가 그대로 전송됩니다')
    expect(stderr).toContain('send their passwords in clear text')
  })
})

describe('TRUST_PROXY', () => {
  test.each([
    'true',
    'all',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.5/8/8',
    '-1',
    '1.5',
    '10.0.0.5,',
    '100',
  ])('rejects %s and quotes it in the message', (TRUST_PROXY) => {
    expect(bindError({ TRUST_PROXY })?.en).toContain(`loopback): ${TRUST_PROXY}`)
    expect(bindError({ TRUST_PROXY })?.ko).toContain(TRUST_PROXY)
  })

  test('a number trusts that many hops, nearest first', () => {
    const trusts = toTrustProxyOption('2')
    if (typeof trusts !== 'function') throw new Error('a number is no list of addresses')
    expect([0, 1, 2, 3].map((hop) => trusts('10.0.0.1', hop))).toEqual([true, true, false, false])
  })

  test('defaults to loopback when PUBLIC_URL uses https', () => {
    const read = (env: Record<string, string>) => readSiteSettings(env, null).trustProxy
    expect(read({ PUBLIC_URL: 'https://wms.example.com' })).toBe('loopback')
    expect(read({ PUBLIC_URL: 'https://wms.example.com', TRUST_PROXY: '1' })).toBe('1')
    expect(read({ PUBLIC_URL: 'https://wms.example.com', TRUST_PROXY: '0' })).toBeUndefined()
    expect(read({ PUBLIC_URL: 'http://wms.local' })).toBeUndefined()
    expect(read({})).toBeUndefined()
  })
})

test.each(['wms.example.com', 'ftp://wms.example.com', 'wms.example.com:443'])(
  'rejects PUBLIC_URL=%s and names the expected form',
  (PUBLIC_URL) => {
    expect(bindError({ PUBLIC_URL })?.en).toContain('must be an address with http')
  },
)
