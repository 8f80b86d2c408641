import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runtimeError } from '#tests/support/check-runtime.ts'
import { neededLibraries } from '#tests/support/needed-libraries.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

/**
 * The libraries among these that `debootstrap --variant=minbase` installs. It does not include
 * libatomic.
 */
const inBaseSystem =
  /^(?:libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|libgcc_s\.so\.1|libstdc\+\+\.so\.6|ld-linux-[\w-]+\.so\.\d)$/

const root = path.join(import.meta.dirname, '..')
const manifest: {
  scripts: Record<'prestart' | 'pretest', string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
} = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))

test('the runtime of every platform is an LTS release', () => {
  const versions = Object.values(manifest.optionalDependencies)
  const majors = versions.map((version) => Number.parseInt(version, 10))
  expect(majors.map((major) => major % 2)).toEqual([0, 0, 0, 0, 0])
  // Code can only use features of the oldest version.
  const types = Number.parseInt(manifest.devDependencies['@types/node'] ?? '', 10)
  expect(Math.min(...majors)).toBe(types)
})

test('vitest on an older Node names the required version and how to run it', () => {
  expect(runtimeError(process.version)).toBeUndefined()
  const error = runtimeError('v20.20.2')
  expect(error).toContain('The tests need Node 24 or later. This is Node v20.20.2.\n')
  expect(error).toContain('테스트에는 Node 24 이상이 필요합니다.')
  expect(error).toContain('npm exec -- vitest')
})

describe.runIf(process.platform === 'linux')('on Linux', () => {
  const name = `node-linux-${process.arch}`
  const require = createRequire(import.meta.url)
  const runtime = path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin/node')

  test('the runtime only needs libraries of the Debian base system', () => {
    const names = neededLibraries(fs.readFileSync(runtime)).map((library) => library.name)
    expect(names).toContain('libc.so.6')
    expect(names.filter((library) => !inBaseSystem.test(library))).toEqual([])
  })

  /** Output of an npm script when the runtime needs a library missing on every machine. */
  function runWithout(script: string, folder: string) {
    const broken = path.join(folder, 'node')
    fs.copyFileSync(runtime, broken)
    const [library] = neededLibraries(fs.readFileSync(broken)).filter((neededLibrary) =>
      neededLibrary.name.startsWith('libstdc++'),
    )
    const file = fs.openSync(broken, 'r+')
    fs.writeSync(file, 'libabsent.so.6', library?.offset ?? 0)
    fs.closeSync(file)
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    return spawnSync('sh', ['-c', script], { cwd: root, env, encoding: 'utf8' })
  }

  test.each(['prestart', 'pretest'] as const)('%s reports which library is missing', (script) => {
    const { status, stderr } = runWithout(manifest.scripts[script], temporaryFolder())
    expect(status).toBe(1)
    expect(stderr).toContain('라이브러리 때문에 Node를 실행할 수 없습니다: libabsent.so.6\n')
    expect(stderr).toContain('this machine lacks a library: libabsent.so.6\n')
    expect(stderr).toContain('Install what is missing')
  })

  test('a missing library with a Debian package is reported with its install command', () => {
    const folder = temporaryFolder()
    const lines = ['libatomic.so.1 => not found', 'libstdc++.so.6 => not found']
    const ldd = `#!/bin/sh\n${lines.map((line) => `echo "\t${line}"`).join('\n')}\n`
    fs.writeFileSync(path.join(folder, 'ldd'), ldd, { mode: 0o755 })
    const { stderr } = runWithout(manifest.scripts.prestart, folder)
    expect(stderr).toContain('lacks a library: libatomic.so.1 libstdc++.so.6\n')
    expect(stderr).toContain('apt-get update && apt-get install -y libatomic1 libstdc++6\n')
  })

  test('a runtime that starts correctly prints nothing', () => {
    const env = { ...process.env, PATH: `${path.dirname(runtime)}:${process.env['PATH']}` }
    const shown = spawnSync('sh', ['-c', manifest.scripts.prestart], { cwd: root, env })
    expect([shown.status, shown.stdout.toString(), shown.stderr.toString()]).toEqual([0, '', ''])
  })
})
