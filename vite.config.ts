import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { checkRuntime } from './tests/support/check-runtime.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { skippedFiles } from './tests/support/rotating-files.ts'
import { isFullSuite, isShortSuite } from './tests/support/suite.ts'

if (process.env['VITEST']) checkRuntime()

/** Tests of what is plain code; with those of the page they are all that `npm run check` runs. */
const fast = [
  'tests/*.test.ts',
  'tests/{files,kernel}/**/*.test.ts',
  'tests/areas/**/*.rule.test.ts',
]
const page = `${import.meta.dirname}/src/ui`
const browser = ['tests/**/*.browser.test.ts']
const server = ['tests/server/**/*.test.ts', 'tests/areas/**/*.test.ts']
const elsewhere = ['tests/areas/**/*.rule.test.ts', ...browser]

/** What depends on the embedded engine itself, and one test of each area: see `tests/README.md`. */
const embeddedInShort = [
  'tests/server/{arrow,db,engine}/*.test.ts',
  'tests/server/{backup,power-cut,load-demo,save}.test.ts',
  'tests/areas/billing/storage.test.ts',
  'tests/areas/bonded/deadlines.test.ts',
  'tests/areas/freight/bookings.test.ts',
  'tests/areas/inbound/receiving.test.ts',
  'tests/areas/inventory/{ledger,moving}.test.ts',
  'tests/areas/master/generate-cells.test.ts',
  'tests/areas/outbound/allocation.test.ts',
  'tests/areas/reports/stock-reports.test.ts',
  'tests/areas/supply-chain/orders.test.ts',
  'tests/areas/system/roles.test.ts',
]

/** Slow, about both stores alike, and run on the embedded one. */
const embeddedOnlyInShort = ['tests/server/backup.test.ts', 'tests/server/arrow/*.test.ts']

const resting = skippedFiles()

/**
 * Node runs TypeScript itself: without vite's module runner, workers of three projects do not
 * transform the same five hundred files again.
 */
const native = { viteModuleRunner: false, nodeLoader: false }
/** Windows that look up a code need the lists of all areas, and no other part of these. */
const codeLists = /[\\/](?:code-lists|[\w-]+-status)\.ts$/

/**
 * Every screen is code of its own, loaded when it is opened. Three hundred files of a kilobyte would
 * be three hundred requests, and operations shared by some of them hundreds more: what belongs to
 * an area travels together, and what the first page needs of all areas as one file. Areas import
 * only from those before them, so the files form no circle.
 */
const areaChunks = [
  { name: 'load', test: /vite\/(?:preload-helper|modulepreload-polyfill)/, priority: 3 },
  // Used by the kernel: in a file with parts of the page it would close a circle of files.
  { name: 'hangul', test: /[\\/]node_modules[\\/]es-hangul[\\/]/, priority: 3 },
  // Libraries of the first page: a file each would be ten requests and compress worse.
  {
    name: 'libraries',
    test: /[\\/]node_modules[\\/]|no-dialog/,
    tags: ['$initial' as const],
    priority: 2,
  },
  {
    name: 'start',
    test: /[\\/]src[\\/](?:areas|kernel)[\\/]/,
    tags: ['$initial' as const],
    priority: 2,
  },
  // What stands below the shell and is shared by all that comes later: else a file for each part.
  {
    name: 'base',
    test: /[\\/]src[\\/]ui[\\/](?:(?:base|tabs|windows|remote)[\\/]|keys[\\/][\w-]+\.tsx?$)/,
    tags: ['$initial' as const],
    priority: 3,
  },
  {
    name: 'commands',
    test: /[\\/](?:commands|keymaps)[\\/][\w-]+\.ts$/,
    tags: ['$initial' as const],
    priority: 3,
  },
  {
    name: 'shell',
    test: /[\\/]src[\\/]ui[\\/](?!service-worker)/,
    tags: ['$initial' as const],
    priority: 2,
  },
  // Fields of every kind, of screens and of windows that ask.
  {
    name: 'forms',
    test: /[\\/]src[\\/]ui[\\/]forms[\\/]/,
    priority: 1,
  },
  // The help shows the texts of all areas, and no screen needs them.
  {
    name: 'help',
    test: /[\\/]screens[\\/]guides\.ts$|[\\/]keys[\\/]tools[\\/](?:help-sheet|screen-guide)/,
    priority: 1,
  },
  {
    name: 'key-tools',
    test: /[\\/]keys[\\/](?:dispatch[\\/]prompt-number|tools[\\/](?:key-modes|run-options))/,
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
 * The list of the command line comes with a dialog of its own, and with all that dialogs need; the
 * product has its own windows, and the first page leaves those out.
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

/** Files that are loaded before any other code; `index` is the entry itself. */
const firstFiles = /assets\/(?:index|rolldown-runtime|load|hangul|libraries|start|base|commands)-/

export default defineConfig({
  // The page lives in src/ui; the tests see the whole checkout.
  root: process.env['VITEST'] ? import.meta.dirname : page,
  plugins: [react(), withoutListDialog],
  // What the router takes along for a React that has no such hook of its own.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    manifest: true,
    // One style sheet: one that fails to load is never asked for again, unlike the code beside it.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1500,
    // Three hundred screens would each name the files that the page has already.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !firstFiles.test(file)) : files,
    },
    rolldownOptions: {
      input: [`${page}/index.html`, `${page}/service-worker.ts`],
      output: {
        // A worker governs the folder its file lies in, under a name that never changes.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        codeSplitting: { groups: areaChunks, includeDependenciesRecursively: false },
      },
    },
  },
  test: {
    // Half of the time a test waits for its store, so one core each is not too many. With more
    // workers tests exceed their time limits and the run is no shorter.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // On a busy machine a condition can take longer than the default of a second.
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
          // The page has state of its own, so each file gets a context of its own. A worker for
          // each would load the DOM fifty times over.
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
          exclude: [...elsewhere, ...resting, 'tests/server/db/postgres-store.test.ts'],
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
            ...resting,
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
          exclude: resting,
          experimental: native,
          env: { STORE: isFullSuite ? 'embedded' : 'postgres' },
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Browsers get the machine to themselves, and no more of them than a small one can carry.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
