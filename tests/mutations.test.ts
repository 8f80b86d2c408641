import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfigFromFile } from 'vite'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ViteUserConfig } from 'vitest/config'
import { checkoutPaths, checkoutText } from '#tests/support/checkout.ts'
import { rotatingFiles } from '#tests/support/rotating-files.ts'
import { guards } from '#tests/torture/guards.ts'
import { applyEdit } from '#tests/torture/mutated-checkout.ts'
import { revertedFixes } from '#tests/torture/reverted-fixes.ts'

interface Files {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

const projects = new Map<string, Files>()

beforeAll(async () => {
  vi.stubEnv('SUITE', 'short')
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, configFile)
  vi.unstubAllEnvs()
  const config: ViteUserConfig | undefined = loaded?.config
  for (const project of config?.test?.projects ?? []) {
    const {
      name,
      include = [],
      exclude = [],
    } = (typeof project === 'object' && 'test' in project && project.test) || {}
    if (typeof name === 'string') projects.set(name, { include, exclude })
  }
})

function isSelected(project: string, file: string): boolean {
  const files = projects.get(project)
  const matches = (glob: string): boolean => path.matchesGlob(file, glob)
  return files !== undefined && files.include.some(matches) && !files.exclude.some(matches)
}

describe('a mutation', () => {
  test('finds the text it replaces exactly once', () => {
    const broken = revertedFixes.flatMap((fix) => {
      try {
        return applyEdit(checkoutText(fix.file), fix) === checkoutText(fix.file) ? [fix.name] : []
      } catch (error) {
        return [String(error)]
      }
    })
    expect(broken).toEqual([])
  })

  test('has tests that npm test runs every day', () => {
    const rotating = new Set(rotatingFiles())
    const all = [...guards.map((guard) => ({ ...guard, project: 'postgres' })), ...revertedFixes]
    const missing = all.flatMap(({ name, project, tests }) =>
      tests
        .filter(
          (file) =>
            !checkoutPaths.includes(file) || !isSelected(project, file) || rotating.has(file),
        )
        .map((file) => `${name}: ${file}`),
    )
    expect(missing).toEqual([])
    expect(all.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})

test('tests/README.md lists every reverted fix', () => {
  const readme = checkoutText('tests/README.md')
  const rows = revertedFixes.map(({ name, commit }) => `| ${name} | \`${commit}\` |`)
  expect(rows.filter((row) => !readme.includes(row))).toEqual([])
})

test('text that occurs twice or never is rejected with its file and count', () => {
  const edit = { file: 'a.ts', find: 'x', replace: '' }
  expect(() => applyEdit('x x', edit)).toThrow('a.ts contains this 2 times instead of once: x')
  expect(() => applyEdit('y', edit)).toThrow('a.ts contains this 0 times instead of once: x')
  expect(applyEdit('x y', { ...edit, replace: '$&' })).toBe('$& y')
})

test('a file excluded from the short suite is not selected', () => {
  expect(isSelected('postgres', 'tests/server/save.test.ts')).toBe(true)
  expect(isSelected('postgres', 'tests/server/backup.test.ts')).toBe(false)
  expect(isSelected('page', 'tests/server/save.test.ts')).toBe(false)
})
