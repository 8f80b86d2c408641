import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { gzipSync } from 'node:zlib'
import path from 'node:path'
import { screens } from '#tests/support/all-screens.ts'

/** Gzipped size of everything loaded before the page shows anything. Must never increase. */
const firstLoadKb = 200
/** Limit of code files without workers. Each is a request for a client that loads them all. */
const fileCount = 100

const root = path.join(import.meta.dirname, '..')
const screenFile = /src\/areas\/[\w-]+\/screens\/(?!index\.ts)(.*)\.ts$/

let chunks: ReadonlyMap<string, Rolldown.OutputChunk>
let first: ReadonlySet<string>
let styles: number

beforeAll(async () => {
  // Libraries include more code in a test environment.
  vi.stubEnv('NODE_ENV', 'production')
  const configFile = path.join(root, 'vite.config.ts')
  const page = path.join(root, 'src/ui')
  const output = await build({ configFile, root: page, logLevel: 'warn', build: { write: false } })
  if (!('output' in output)) throw new Error('one build has one output')
  styles = output.output.filter(({ fileName }) => fileName.endsWith('.css')).length
  const code = output.output.filter((candidate) => candidate.type === 'chunk')
  chunks = new Map(code.map((chunk) => [chunk.fileName, chunk]))
  first = withImports(code.find(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html')))
}, 60_000)
afterAll(() => vi.unstubAllEnvs())

function withImports(chunk: Rolldown.OutputChunk | undefined, seen = new Set<string>()) {
  if (!chunk || seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const name of chunk.imports) withImports(chunks.get(name), seen)
  return seen
}

function getModules(files: Iterable<string>): string[] {
  return [...files].flatMap((file) => chunks.get(file)?.moduleIds ?? [])
}

test('the first page loads no screen', () => {
  expect(first.size).toBeGreaterThan(1)
  expect(getModules(first).filter((id) => screenFile.test(id))).toEqual([])
})

test('the first page loads no grid, chart, sheet, barcode or polyfill code', () => {
  const wanted =
    /glide-data-grid|flechette|xlsx|bwip-js|marked|ui\/(?:charts|samples)\/|screen-page|temporal-polyfill/
  expect(getModules(first).filter((id) => wanted.test(id))).toEqual([])
})

test('all pages share one style sheet', () => {
  expect(styles).toBe(1)
})

test(`the first page takes at most ${firstLoadKb} kB`, () => {
  const bytes = [...first].map((file) => gzipSync(chunks.get(file)?.code ?? '').length)
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThan(firstLoadKb)
})

test('every screen is bundled with the code of its area, in few files', () => {
  const files = [...chunks.values()].filter(({ moduleIds }) =>
    moduleIds.some((id) => screenFile.test(id)),
  )
  const found = files.flatMap(({ moduleIds }) =>
    moduleIds.map((id) => screenFile.exec(id)?.[1] ?? ''),
  )
  expect(found).toEqual(expect.arrayContaining(Object.keys(screens)))
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  expect(chunks.size).toBeLessThan(fileCount)
})

test('code chunks do not import one another in a cycle', () => {
  const circles: string[] = []
  const done = new Set<string>()
  function walk(file: string, path: readonly string[]): void {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const name of chunks.get(file)?.imports ?? []) walk(name, [...path, file])
    done.add(file)
  }
  for (const file of chunks.keys()) walk(file, [])
  expect(circles).toEqual([])
})
