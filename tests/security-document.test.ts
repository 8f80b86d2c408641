import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSecret, sealSecret } from '#server/base/site-key.ts'
import { allowedExtensions } from '#server/files/file-kind.ts'
import { checkoutPaths, checkoutText } from './support/checkout.ts'

describe('SECURITY.md', () => {
  const security = checkoutText('src/server/SECURITY.md')

  // Number of requirements of levels 1 and 2 per section of https://github.com/OWASP/ASVS, 5.0.0.
  // They come first in each section.
  const sections = `1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6,
    3.5 5, 3.7 2, 4.1 3, 4.2 1, 4.3 2, 4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4,
    6.5 5, 6.6 3, 6.8 4, 7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1, 9.1 3,
    9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2, 10.7 3, 11.1 2, 11.2 3, 11.3 3, 11.4 4,
    11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5, 14.1 2, 14.2 4, 14.3 3,
    15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1, 17.2 4, 17.3 2`

  test('each ASVS 5.0 requirement of levels 1 and 2 appears once; met ones name a test', () => {
    const expected = sections.split(/,\s+/).flatMap((section) => {
      const [name = '', count] = section.split(' ')
      return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`)
    })
    const rows = security
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()))
    const answered = rows.flatMap(([, ids = '']) => ids.split(', '))
    expect(answered.toSorted()).toEqual(expected.toSorted())
    const complaints = rows.flatMap(([, id = '', requirement, status = '', evidence]) => {
      if (evidence === '')
        return requirement && status ? [] : [`${id}: explain why it is not applicable`]
      if (!/^(met|site's duty)$/.test(status)) return [`${id}: unknown status ${status}`]
      if (status === 'met' && !/`[^`]+\.test\.tsx?` "/.test(evidence ?? ''))
        return [`${id}: name a test`]
      return /\w/.test(evidence ?? '') ? [] : [`${id}: name the evidence`]
    })
    expect(complaints).toEqual([])
  })

  test.each([
    ['engine/filter-sql.ts', /maxValues = ([\d_]+)/],
    ['engine/typed-search.ts', /maxWildcards = ([\d_]+)/],
    ['engine/typed-search.ts', /maxPattern = ([\d_]+)/],
    ['engine/run-query.ts', /maxRows = ([\d_]+)/],
    ['http/filters-body.ts', /VALUES: .*max\(([\d_]+)\)/],
    ['http/call-limits.ts', /question: ([\d_]+)/],
    ['http/call-limits.ts', /export: ([\d_]+)/],
    ['http/call-limits.ts', /print: ([\d_]+)/],
    ['http/call-limits.ts', /save: ([\d_]+)/],
    ['http/call-limits.ts', /large: ([\d_]+)/],
    ['http/call-limits.ts', /penaltyMs = ([\d_]+)/],
    ['jobs/job-queue.ts', /limit ([\d_]+)`/],
    ['roles/grant-requests.ts', /maxOpen = ([\d_]+)/],
    ['http/partner-routes.ts', /maxCalls = ([\d_]+)/],
    ['http/partner-routes.ts', /maxUnauthenticated = ([\d_]+)/],
    ['http/partner-routes.ts', /maxDailyMb = ([\d_]+)/],
    ['http/partner-routes.ts', /minCountedKb = ([\d_]+)/],
  ] as const)('limits are stated as the code has them: %s %s', (file, pattern) => {
    const [, limits = ''] = security.split('## Limits')
    const [, digits = ''] = pattern.exec(checkoutText(`src/server/${file}`)) ?? []
    const stated = Number(digits.replaceAll('_', '')).toLocaleString('en-US')
    expect(digits).not.toBe('')
    expect(limits.split('\n## ')[0]).toMatch(new RegExp(`(?<![\\d,])${stated}(?![\\d,])`))
  })

  test('lists the files that the code accepts', () => {
    const [, listed = ''] = /Accepted files: ([^.]+)\./.exec(security) ?? []
    expect(listed.split(', ').toSorted()).toEqual([...allowedExtensions].toSorted())
  })

  test('each section link leads to an existing section', () => {
    const links = [...security.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor)
    const sectionNames = [...security.matchAll(/^## (.+)$/gm)].map(([, name = '']) =>
      name.toLowerCase().replaceAll(' ', '-'),
    )
    expect(links.filter((anchor) => !sectionNames.includes(anchor))).toEqual([])
  })

  test('a sealed secret that was changed does not open', () => {
    vi.stubEnv('SITE_KEY', 'a key for tests only')
    onTestFinished(() => void vi.unstubAllEnvs())
    const bytes = Buffer.from(sealSecret('secret'), 'base64')
    expect(openSecret(bytes.toString('base64'))).toBe('secret')
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => openSecret(changed.toString('base64'))).toThrow(/authenticate/)
    }
  })

  test('cryptographic code is listed in the inventory and uses no weaker algorithm', () => {
    const [, inventory = ''] = security.split('## Keys and ciphers')
    const listed = [...(inventory.split('\n## ')[0] ?? '').matchAll(/`([\w/-]+\.ts)`/g)].map(
      ([, name = '']) => name,
    )
    const used = checkoutPaths.filter((path) => {
      const names = /import ([^;']+?) from '(?:node:)?crypto'/.exec(checkoutText(path))?.[1]
      return path.startsWith('src/') && names !== undefined && names !== '{ randomUUID }'
    })
    const isAt = (path: string) => (name: string) => path.endsWith(`/${name}`)
    expect(
      used.filter((path) => !listed.some(isAt(path))).map((path) => `${path}: list it`),
    ).toEqual([])
    expect(listed.filter((name) => !used.some((path) => isAt(path)(name)))).toEqual([])
    const algorithms = used.flatMap((path) =>
      [...checkoutText(path).matchAll(/create(?:Hash|Hmac|(?:C|Dec)ipheriv)\(\s*([^,)]+)/g)].map(
        ([, name = '']) => name,
      ),
    )
    expect([...new Set(algorithms)].toSorted()).toEqual(["'aes-256-gcm'", "'sha256'"])
    // Only used for retry jitter, where guessing has no benefit.
    const guessable = checkoutPaths
      .filter((path) => /^src\/(?:server|areas\/[\w-]+\/server)\//.test(path))
      .filter((path) => checkoutText(path).includes('Math.random('))
    expect(guessable).toEqual(['src/server/db/transaction-runner.ts'])
  })
})
