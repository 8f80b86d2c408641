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
 * Builds the page when it is missing or older than what it is made of; returns its folder. `begins`
 * is called before a build.
 */
export async function buildPage(begins?: () => void): Promise<string> {
  const page = join(root, 'dist')
  const index = join(page, 'index.html')
  const newest = Math.max(
    ...globSync(sources, { cwd: root }).map((file) => statSync(join(root, file)).mtimeMs),
  )
  if (existsSync(index) && statSync(index).mtimeMs >= newest) return page
  begins?.()
  // Loaded only when there is something to build: a server with its page ready starts faster.
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  // Whoever starts the build, tests too, gets the page that users get.
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
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
