import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { aptInstall } from '#tests/support/postgres-install.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const places = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** A browser that is on the machine already: `CHROME_PATH` first, then the usual places. */
function findChromium(): string | undefined {
  const named = process.env['CHROME_PATH']
  if (named) return fs.existsSync(named) ? named : undefined
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((name) => name !== '')
  const onPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
  const own = chromium.executablePath()
  return [...onPath, ...places, own].find((file) => file !== '' && fs.existsSync(file))
}

/** Playwright's own download, for the version it was made for. */
function download(): string | undefined {
  const root = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const script = path.join(root, 'cli.js')
  spawnSync(process.execPath, [script, 'install', 'chromium'], { stdio: 'inherit' })
  const file = chromium.executablePath()
  return fs.existsSync(file) ? file : undefined
}

/**
 * A browser of this machine, else one from apt-get (as root on Debian), else Playwright's download;
 * undefined when none can be had. A `CHROME_PATH` that is not there is never replaced silently.
 */
export function findOrInstallChromium(): string | undefined {
  const found = findChromium()
  if (found !== undefined || process.env['CHROME_PATH']) return found
  return (aptInstall('chromium') ? findChromium() : undefined) ?? download()
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
  '--disable-features=' + (process.env['FEAT'] ?? ''),
]

function chromiumPath(): string {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium here: set CHROME_PATH')
  return executablePath
}

/** A headless browser; the caller closes it. @throws Error when there is none. */
export async function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...quietArgs, ...extraArgs] })
}

/**
 * A browser as a user has it, with a profile in this folder; the others are incognito, where nothing
 * can be installed. The caller closes it. @throws Error when there is no browser.
 */
export async function launchProfile(
  folder: string,
  extraArgs: readonly string[] = [],
): Promise<BrowserContext> {
  const args = [...quietArgs, ...extraArgs]
  const options = { executablePath: chromiumPath(), args, locale: 'ko-KR' }
  return chromium.launchPersistentContext(folder, options)
}
