import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = [
  'src/{kernel,areas,ui}/**/*',
  'commands/*',
  'keymaps/*',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Builds the page if missing or older than its sources, and returns its folder. Calls `onStart`
 * before a build. A release without build dependencies serves its existing page regardless of file
 * times, and throws an Error if there is none.
 */
export async function buildPage(onStart?: () => void): Promise<string> {
  const page = join(root, 'dist')
  const index = join(page, 'index.html')
  const newest = Math.max(
    ...globSync(sources, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs),
  )
  if (existsSync(index) && statSync(index).mtimeMs >= newest) return page
  // Load Vite only for a build, to start faster with a built page.
  const vite = await import('vite').catch(() => undefined)
  if (!vite) {
    if (existsSync(index)) return page
    throw new Error('The page is not built. Run npm ci && npx vite build in this folder.')
  }
  onStart?.()
  const { NODE_ENV } = process.env
  // Tests also get the production build.
  process.env['NODE_ENV'] = 'production'
  try {
    await vite.build({
      configFile: join(root, 'vite.config.ts'),
      root: join(root, 'src/ui'),
      logLevel: 'warn',
    })
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = NODE_ENV
  }
  return page
}
