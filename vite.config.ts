import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { checkRuntime } from './tests/support/check-runtime.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { embeddedAreaFiles, getSkippedFiles } from './tests/support/rotating-files.ts'
import { isFullSuite, isShortSuite } from './tests/support/suite.ts'

if (process.env['VITEST']) checkRuntime()

/** Tests without a server or browser. `npm run check` runs them. */
const fast = [
  'tests/*.test.ts',
  'tests/{files,kernel}/**/*.test.ts',
  'tests/areas/**/*.rule.test.ts',
]
const page = `${import.meta.dirname}/src/ui`
const browser = ['tests/**/*.browser.test.ts']
const server = ['tests/server/**/*.test.ts', 'tests/areas/**/*.test.ts']
const elsewhere = ['tests/areas/**/*.rule.test.ts', ...browser]

/** Tests of the embedded engine itself, and one test of each area: see `tests/README.md`. */
const embeddedInShort = [
  'tests/server/{arrow,db,engine}/*.test.ts',
  'tests/server/{backup,power-cut,load-demo,save}.test.ts',
  ...embeddedAreaFiles,
]

/** Slow tests that both stores pass alike, so they run on the embedded one only. */
const embeddedOnlyInShort = ['tests/server/backup.test.ts', 'tests/server/arrow/*.test.ts']

const resting = getSkippedFiles()

/**
 * Node runs TypeScript itself. With vite's module runner, the workers of three projects would
 * transform the same five hundred files again.
 */
const native = { viteModuleRunner: false, nodeLoader: false }
/** Code lists of all areas, which lookup windows need without the rest of the areas. */
const codeLists = /[\\/](?:code-lists|[\w-]+-status)\.ts$/

/**
 * Every screen is loaded when it is opened. A file per screen would mean three hundred requests of
 * a kilobyte each, and hundreds more for shared operations. Each area is therefore one chunk, and
 * so is everything that the first page needs of all areas. Areas import only from earlier ones, so
 * the chunks form no cycle.
 */
const areaChunks = [
  { name: 'load', test: /vite\/(?:preload-helper|modulepreload-polyfill)/, priority: 3 },
  // The kernel uses it. In a chunk with parts of the page it would create an import cycle.
  { name: 'hangul', test: /[\\/]node_modules[\\/]es-hangul[\\/]/, priority: 3 },
  // Libraries of the first page. Separate files would mean ten requests and compress worse.
  {
    name: 'libraries',
    test: /[\\/]node_modules[\\/]|no-dialog/,
    tags: ['$initial' as const],
    priority: 2,
  },
  {
    name: 'start',
    test: /[\\/](?:src[\\/](?:areas|kernel)[\\/]|(?:commands|keymaps)[\\/][\w-]+\.ts$)/,
    tags: ['$initial' as const],
    priority: 2,
  },
  // Shared code below the shell. Without a chunk, each part would be a file.
  {
    name: 'base',
    test: /[\\/]src[\\/]ui[\\/](?:(?:base|tabs|windows|remote)[\\/]|keys[\\/][\w-]+\.tsx?$)/,
    tags: ['$initial' as const],
    priority: 3,
  },
  {
    name: 'shell',
    test: /[\\/]src[\\/]ui[\\/](?!service-worker)/,
    tags: ['$initial' as const],
    priority: 2,
  },
  // Fields of every kind, for screens and prompts.
  {
    name: 'forms',
    test: /[\\/]src[\\/]ui[\\/]forms[\\/]/,
    priority: 1,
  },
  // The help contains the texts of all areas, and no screen needs them.
  {
    name: 'help',
    test: /[\\/]screens[\\/]guides\.ts$|[\\/]keys[\\/]tools[\\/](?:help-sheet|screen-guide)/,
    priority: 1,
  },
  {
    name: 'key-tools',
    test: /[\\/](?:free-key-label|keys[\\/](?:describe-when|dispatch[\\/]prompt-number|tools[\\/](?:key-modes|run-options)))/,
    priority: 1,
  },
  { name: 'gs1', test: /[\\/]src[\\/]kernel[\\/]gs1[\\/]/, priority: 1 },
  { name: 'kernel', test: /[\\/]src[\\/]kernel[\\/]/ },
  {
    debugName: 'areas',
    name: (id: string) =>
      codeLists.test(id)
        ? 'system'
        : (/[\\/]src[\\/]areas[\\/]([\w-]+)/
            .exec(id)?.[1]
            ?.replace(/^(?:returns|tasks)$/, 'inbound') ?? null),
    test: /[\\/]src[\\/]areas[\\/](?:[\w-]+[\\/]|code-lists\.ts$)/,
  },
]

/**
 * Replaces the dialog that the list of the command line depends on. The product has its own
 * windows, so the first page does not need it.
 */
const withoutListDialog = {
  name: 'without-list-dialog',
  apply: 'build' as const,
  enforce: 'pre' as const,
  resolveId: (id: string) => (id === '@radix-ui/react-dialog' ? '\0no-dialog' : null),
  load: (id: string) =>
    id === '\0no-dialog'
      ? 'export const Root = () => null, Portal = Root, Overlay = Root, Content = Root'
      : null,
}

/** Files loaded before any other code; `index` is the entry itself. */
const firstFiles = /assets\/(?:index|rolldown-runtime|load|hangul|libraries|start|base)-/

export default defineConfig({
  // The page is in src/ui; the tests use the entire checkout.
  root: process.env['VITEST'] ? import.meta.dirname : page,
  plugins: [react(), withoutListDialog],
  // A polyfill that the router includes for versions of React without this hook.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    manifest: true,
    // A single style sheet, because one that fails to load is never requested again, unlike code.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1500,
    // Without this, each of three hundred screens would list the files that the page has already
    // loaded.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !firstFiles.test(file)) : files,
    },
    rolldownOptions: {
      input: [`${page}/index.html`, `${page}/service-worker.ts`],
      output: {
        // A service worker controls the folder of its file, and its name must never change.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        codeSplitting: { groups: areaChunks, includeDependenciesRecursively: false },
      },
    },
  },
  test: {
    // Tests spend half of their time waiting for their store, so one worker per core is not too
    // many. With more, tests exceed their time limits and the run is no shorter.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // On a busy machine a condition can take longer than the default of one second.
    expect: { poll: { timeout: 10_000 } },
    // Node 24 has no Temporal.
    setupFiles: ['temporal-polyfill/global'],
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: fast,
          exclude: browser,
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          exclude: browser,
          setupFiles: [`${import.meta.dirname}/tests/support/page-globals.ts`],
          // The page has global state, so each file gets a separate context. Separate workers would
          // load the DOM fifty times.
          pool: 'vmThreads',
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: isShortSuite ? embeddedInShort : server,
          experimental: native,
          exclude: [
            ...elsewhere,
            ...resting.everywhere,
            ...resting.onEmbedded,
            'tests/server/db/postgres-store.test.ts',
          ],
          env: { STORE: 'embedded' },
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: server,
          experimental: native,
          // These start servers and stores of the other kind themselves.
          exclude: [
            ...elsewhere,
            'tests/server/db/embedded-store.test.ts',
            'tests/areas/billing/stopped-server.test.ts',
            ...resting.everywhere,
            ...resting.onPostgres,
            ...(isShortSuite ? embeddedOnlyInShort : []),
          ],
          env: { STORE: 'postgres' },
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          exclude: resting.everywhere,
          experimental: native,
          env: { STORE: isFullSuite ? 'embedded' : 'postgres' },
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Browser tests run separately, and only as many as a small machine can handle.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
