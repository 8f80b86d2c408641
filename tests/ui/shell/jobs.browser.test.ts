import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobHandler } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import {
  findBrokenRules,
  focusOn,
  logIn,
  openShell,
  takePicture,
  type ShellPage,
} from './shell-page.ts'

let shell: ShellPage
let page: Page
let goOn = (): void => undefined

const counting: JobHandler = {
  kind: 'Stock count',
  bound: 'order',
  maxAttempts: 1,
  run: async ({ job, progress, signal }) => {
    const steps = Number(job.payload['steps'])
    for (let index = 1; index <= steps; index += 1) {
      await new Promise<void>((resolve) => {
        goOn = resolve
        signal.addEventListener('abort', () => resolve())
      })
      await progress((index * 100) / (steps + 1), `${index} / ${steps} areas`)
    }
    if (job.payload['fails']) throw new Error('no such zone')
  },
}

beforeAll(async () => {
  shell = await openShell({}, [counting])
})
afterAll(() => shell.close())
beforeEach(async () => {
  page = await shell.newPage()
  await page.goto(shell.base)
  // Start jobs only after the event stream is connected. A job that finished earlier is only in the
  // history.
  const connected = page.waitForResponse((response) => response.url().endsWith('/api/job/list'))
  await logIn(page)
  await connected
})
afterEach(() => page.context().close())

async function enqueue(payload: Record<string, unknown>): Promise<void> {
  await enqueueJob(shell.site.db, { kind: counting.kind, payload, userId: 'admin' })
}

const waitForStatus = (text: string) => page.waitForSelector(`.status-jobs >> text=${text}`)

test('a running job shows its progress until it is done, even after a reload', async () => {
  await enqueue({ steps: 2 })
  await waitForStatus('Stock count 0%')
  goOn()
  await waitForStatus('Stock count 33%')
  await page.reload()
  await waitForStatus('Stock count 33%')
  await page.keyboard.press('Alt+j')
  await focusOn(page, '.jobs-rows')
  expect(await page.locator('.job-row').textContent()).toContain('1 / 2 areas')
  await takePicture(page, 'shell3-jobs')
  expect(await findBrokenRules(page)).toEqual([])
  goOn()
  await page.waitForSelector('.job-row[data-state=DONE]')
  await page.waitForSelector('.status-jobs', { state: 'detached' })
  await page.keyboard.press('Escape')
})

test('a job is stopped with the keyboard after a confirmation', async () => {
  await enqueue({ steps: 5 })
  await waitForStatus('Stock count 0%')
  await page.keyboard.press('Alt+j')
  await focusOn(page, '.jobs-rows')
  await page.keyboard.press('Delete')
  await focusOn(page, '[role=alertdialog] button')
  await page.keyboard.press('Escape')
  await focusOn(page, '.jobs-rows')
  expect(await page.locator('.job-row[data-state=RUNNING]').count()).toBe(1)
  await page.keyboard.press('Delete')
  await focusOn(page, '[role=alertdialog] button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.job-row[data-state=CANCELLED]')
  await page.waitForSelector('.note >> text=Stock count: 중지했습니다')
})

test('a failed job shows an error until it is dismissed', async () => {
  await enqueue({ steps: 0, fails: true })
  await page.waitForSelector('.note[data-kind=error] >> text=Stock count: 실패했습니다')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.note[data-kind=error]', { state: 'detached' })
})

test('a restarted server resumes the job, and the page shows its completion', async () => {
  await enqueue({ steps: 1 })
  await waitForStatus('Stock count 0%')
  await shell.restart()
  await expect.poll(() => page.locator('.status-jobs').count()).toBe(1)
  const done = page.waitForSelector('.note >> text=Stock count: 끝났습니다')
  const nudge = setInterval(() => goOn(), 50)
  await done
  clearInterval(nudge)
  await page.waitForSelector('.status-jobs', { state: 'detached' })
})
