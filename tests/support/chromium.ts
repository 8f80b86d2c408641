import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { installByApt } from '#tests/support/postgres-install.ts'

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const places = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

function onPath(wanted: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((name) => name !== '')
  return folders.flatMap((folder) => wanted.map((name) => path.join(folder, name)))
}

/** Installed browser: `CHROME_PATH` first, then the usual locations. */
export function findChromium(): string | undefined {
  const named = process.env['CHROME_PATH']
  if (named) return fs.existsSync(named) ? named : undefined
  const files = [...onPath(names), ...places, chromium.executablePath()]
  return files.find((file) => file !== '' && fs.existsSync(file))
}

/**
 * Headless shell of the same browser, which uses a quarter less CPU. Undefined if there is none or
 * `CHROME_PATH` is set.
 */
function findShell(): string | undefined {
  if (process.env['CHROME_PATH']) return undefined
  return onPath(shellNames).find((file) => fs.existsSync(file))
}

/** Playwright's own download of the matching version. */
function download(): string | undefined {
  const root = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const script = path.join(root, 'cli.js')
  spawnSync(process.execPath, [script, 'install', 'chromium'], { stdio: 'inherit' })
  const file = chromium.executablePath()
  return fs.existsSync(file) ? file : undefined
}

/**
 * Finds a browser of this machine, or installs one with apt-get (as root on Debian) or Playwright's
 * download. Returns undefined if none is available. Never silently replaces a missing
 * `CHROME_PATH`. Also installs the headless shell for Debian's browser.
 */
export function findOrInstallChromium(): string | undefined {
  if (process.env['CHROME_PATH']) return findChromium()
  const found = findChromium() ?? (installByApt('chromium') ? findChromium() : undefined)
  if (found === '/usr/bin/chromium' && findShell() === undefined) {
    installByApt('chromium-headless-shell')
  }
  return found ?? download()
}

const quietArgs = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function chromiumPath(): string {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium here: set CHROME_PATH')
  return executablePath
}

/**
 * Launches a browser without extra features. The caller closes it. @throws Error if there is none.
 */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  const executablePath = findShell() ?? chromiumPath()
  return chromium.launch({ executablePath, args: [...quietArgs, ...extraArgs] })
}

let shared: Promise<Browser> | undefined

/**
 * Browser shared by this test process, because starting one per file takes a second each. Tests
 * open and close their own contexts.
 */
export async function sharedChromium(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= launchChromium()
  return shared
}

/** Closes the shared browser, which would otherwise keep the process alive. */
export async function closeSharedChromium(): Promise<void> {
  const browser = await shared
  shared = undefined
  await browser?.close()
}

/**
 * Launches a browser with a user profile in this folder, because apps cannot be installed in the
 * incognito browsers of the other functions. The caller closes it. @throws Error if there is no
 * browser.
 */
export async function launchProfile(
  folder: string,
  extraArgs: readonly string[] = [],
): Promise<BrowserContext> {
  const args = [...quietArgs, ...extraArgs]
  const options = { executablePath: chromiumPath(), args, locale: 'ko-KR' }
  return chromium.launchPersistentContext(folder, options)
}
