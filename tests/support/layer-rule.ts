import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { objectToLayer } from './folder-layers.ts'

/** Layers of this code base. Each area has its own layers. */
type Layer =
  | 'kernel'
  | 'contents'
  | 'screen-list'
  | 'tables'
  | 'rules'
  | 'operations'
  | 'screens'
  | 'handlers'
  | 'server'
  | 'commands'
  | 'keymaps'
  | 'ui'
  | 'tests'

interface Place {
  readonly layer: Layer
  readonly area?: string
  /** Folder that relative imports must not leave. */
  readonly home: string
}

/** Allowed dependencies: keymaps → commands → screens → operations → tables, rules → kernel. */
const allowedUses: Readonly<Record<Exclude<Layer, 'tests'>, readonly Layer[]>> = {
  kernel: ['kernel'],
  contents: ['kernel', 'contents', 'rules'],
  tables: ['kernel', 'tables', 'rules'],
  rules: ['kernel', 'tables', 'rules'],
  operations: ['kernel', 'tables', 'rules', 'operations'],
  screens: ['kernel', 'tables', 'rules', 'operations', 'screens'],
  'screen-list': ['kernel', 'screens'],
  handlers: ['kernel', 'contents', 'tables', 'rules', 'operations', 'handlers', 'server'],
  server: [
    ...(['kernel', 'contents', 'screen-list', 'tables', 'rules'] as const),
    ...(['operations', 'handlers', 'server'] as const),
  ],
  commands: ['kernel', 'contents', 'tables', 'rules', 'operations', 'screens', 'commands'],
  keymaps: ['kernel', 'commands', 'keymaps'],
  ui: [
    ...(['kernel', 'contents', 'tables', 'rules', 'operations'] as const),
    ...(['screens', 'screen-list', 'commands', 'keymaps', 'ui'] as const),
  ],
}

/** Layers that run in browser and server or are plain data: no view library and no Node. */
const platformFreeLayers: ReadonlySet<Layer> = new Set([
  ...(['kernel', 'contents', 'tables', 'rules', 'operations'] as const),
  ...(['screens', 'screen-list', 'commands', 'keymaps'] as const),
])

const folders: Readonly<Record<string, string>> = {
  '#kernel': 'src/kernel',
  '#areas': 'src/areas',
  '#server': 'src/server',
  '#ui': 'src/ui',
  '#commands': 'commands',
  '#keymaps': 'keymaps',
  '#tests': 'tests',
}

const layerByFolder: Readonly<Record<string, Layer>> = {
  tables: 'tables',
  rules: 'rules',
  operations: 'operations',
  server: 'handlers',
  screens: 'screens',
}

/** Files that only list the contents of an area or of all areas. */
const contents = /^src\/areas\/(order|menu-map|code-lists|[\w-]+\/area)\.ts$/

/** The list of all screens, and the only server file that reads their operations. */
const screenList = 'src/areas/screens.ts'
const screenReader = 'src/server/auth/screen-routes.ts'

/** Layer of a file, or undefined for files outside all layers, such as `vite.config.ts`. */
export function findLayerPlace(path: string): Place | undefined {
  const [first = '', second = '', area = '', shelf = ''] = path.split('/')
  if (first === 'commands' || first === 'keymaps' || first === 'tests') {
    return { layer: first, home: first }
  }
  if (first !== 'src') return undefined
  if (second === 'kernel' || second === 'server' || second === 'ui') {
    return { layer: second, home: `src/${second}` }
  }
  if (second !== 'areas') return undefined
  const home = area.includes('.') ? 'src/areas' : `src/areas/${area}`
  const own = area.includes('.') ? {} : { area }
  if (contents.test(path)) return { layer: 'contents', home, ...own }
  if (path === screenList) return { layer: 'screen-list', home }
  const layer = layerByFolder[shelf]
  return layer && { layer, area, home }
}

/** Path of one of our own specifiers, or undefined for a package. */
export function targetPath(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const alias = specifier.slice(0, specifier.indexOf('/'))
  const folder = folders[alias]
  return folder && posix.join(folder, specifier.slice(alias.length + 1))
}

function objectToPackage(from: Place, specifier: string): string | undefined {
  if (from.layer === 'tests') return undefined
  if (isBuiltin(specifier) && (platformFreeLayers.has(from.layer) || from.layer === 'ui')) {
    return `${from.layer} runs in the browser: leave ${specifier} to the server`
  }
  if (
    platformFreeLayers.has(from.layer) &&
    /^(react|react-dom|wouter|valtio|cmdk|@glideapps)\b/.test(specifier)
  ) {
    return `${from.layer} is plain data: leave ${specifier} to src/ui`
  }
  return undefined
}

function objectToSpelling(from: Place, specifier: string, to: string): string | undefined {
  if (specifier.startsWith('.') && !to.startsWith(`${from.home}/`)) {
    return 'a relative import stays in its own folder: write it with # (#kernel/…, #areas/…)'
  }
  if (!specifier.startsWith('.') && specifier.split('/').includes('..')) {
    return 'a # import names its file straight, without ..'
  }
  if (!/\.\w+$/.test(specifier)) return 'write the ending too (.ts, .tsx): Node needs it'
  return undefined
}

/**
 * Only layers that register or run handlers import them. The engine below receives them as
 * arguments.
 */
function mayUseHandlers(path: string): boolean {
  return /^src\/server\/([\w-]+\.ts|(ledger|site|demo)\/.+)$/.test(path)
}

/**
 * Reason a file must not import something, with the required fix. Undefined if the import is
 * allowed.
 * @param from path of the importing file, relative to the checkout root
 * @param areaOrder areas, lowest first
 * @param form how the target is referenced. Only imports have spelling rules.
 */
export function objectToImport(
  from: string,
  specifier: string,
  areaOrder: readonly string[],
  form: 'import' | 'path' = 'import',
): string | undefined {
  const here = findLayerPlace(from)
  if (!here) return undefined
  if (/^(\/|file:|https?:)/.test(specifier)) return 'import by # or by package name'
  const path = targetPath(from, specifier)
  if (path === undefined) return objectToPackage(here, specifier)
  const misspelt = form === 'import' ? objectToSpelling(here, specifier, path) : undefined
  if (misspelt || here.layer === 'tests') return misspelt
  const there = findLayerPlace(path)
  if (!there) return `${path} is on no shelf: see the table in README.md`
  if (!allowedUses[here.layer].includes(there.layer)) {
    return `${here.layer} may use ${allowedUses[here.layer].join(', ')}, and not ${there.layer}: move the shared part down`
  }
  if (there.layer === 'handlers' && here.layer === 'server' && !mayUseHandlers(from)) {
    return 'handlers are for src/server/*.ts and its layers ledger, site and demo: pass what is needed as an argument'
  }
  if (there.layer === 'screen-list' && here.layer === 'server' && from !== screenReader) {
    return `the server knows of screens what they call and nothing else: ask ${screenReader}`
  }
  if (here.layer === 'ui' && there.layer === 'ui') return objectToLayer('src/ui', from, path)
  if (here.layer === 'server' && there.layer === 'server') {
    return objectToLayer('src/server', from, path)
  }
  if (here.area === undefined || there.area === undefined || here.area === there.area)
    return undefined
  if (there.layer === 'screens')
    return 'screens of another area are never imported: share below them'
  return areaOrder.indexOf(there.area) < areaOrder.indexOf(here.area)
    ? undefined
    : `${here.area} comes before ${there.area} in src/areas/order.ts and may not use it: reverse the import, or move the shared part into ${here.area}`
}
