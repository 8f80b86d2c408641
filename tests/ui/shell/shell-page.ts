import react from '@vitejs/plugin-react'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { buildApp } from '#server/http/app.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { launchChromium } from '#tests/support/chromium.ts'

/** The whole product in a real browser: its built page, its server, a fresh store. */
export interface ShellPage {
  readonly site: TestSite
  readonly base: string
  newPage(): Promise<Page>
  close(): Promise<void>
}

export async function openShell(): Promise<ShellPage> {
  const pageDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-page-'))
  await build({
    root: fileURLToPath(new URL('../../../src/ui', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: pageDir, emptyOutDir: true, chunkSizeWarningLimit: 1500 },
  })
  const site = await testSite()
  const app = await buildApp({ db: site.db, pageDir, logLevel: 'error' })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchChromium()
  return {
    site,
    base,
    newPage: async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      return context.newPage()
    },
    close: async () => {
      await browser.close()
      await app.close()
      await site.close()
      fs.rmSync(pageDir, { recursive: true, force: true })
    },
  }
}

/** Waits until the element with the focus matches. */
export async function focusOn(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)
}

/** What has the focus, for a message that helps. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')
}

/** Fills the login form with the keyboard alone and waits for the page behind it. */
export async function logIn(page: Page, userId = 'admin'): Promise<void> {
  await page.waitForSelector('[name=id]')
  await page.focus('[name=id]')
  await page.keyboard.type(userId)
  await page.keyboard.press('Tab')
  await page.keyboard.type(testPassword)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.workspace')
}
