import { launchChromium } from '#tests/support/chromium.ts'
import fs from 'node:fs'
const [, , mode, ...screens] = process.argv
const url = 'http://127.0.0.1:4802'
const log = fs.readFileSync('/tmp/shot/log', 'utf8')
const first = /admin\s+(\S+)/.exec(log)![1]!
const NEW = 'korea-terminal-9-lamp'
const browser = await launchChromium()
const state = '/tmp/shot/state.json'
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  locale: 'ko-KR',
  ...(fs.existsSync(state) ? { storageState: state } : {}),
})
const page = await context.newPage()
page.setDefaultTimeout(30000)
page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
await page.goto(url)
await page.waitForTimeout(4000)
const shot = (name: string) => page.screenshot({ path: `/tmp/shot/${name}.png` })
if (mode === 'login') {
  await page.keyboard.type('admin', { delay: 50 })
  await page.keyboard.press('Tab')
  await page.keyboard.type(first, { delay: 50 })
  await page.keyboard.press('Enter')
  await page.waitForTimeout(5000)
  await shot('login1')
  await page.keyboard.type(first, { delay: 50 })
  await page.keyboard.press('Tab')
  await page.keyboard.type(NEW, { delay: 50 })
  await page.keyboard.press('Tab')
  await page.keyboard.type(NEW, { delay: 50 })
  await page.keyboard.press('Enter')
  await page.waitForTimeout(6000)
  await shot('login2')
  await context.storageState({ path: state })
} else {
  for (const spec of screens) {
    const [name, ...keys] = spec.split('|')
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(1200)
    await page.keyboard.type(name!, { delay: 60 })
    await page.waitForTimeout(1500)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(5000)
    await shot(name!)
    let i = 0
    for (const key of keys) {
      if (key.startsWith('t:')) await page.keyboard.type(key.slice(2), { delay: 50 })
      else if (key.startsWith('w:')) await page.waitForTimeout(Number(key.slice(2)))
      else if (key === 'S') await shot(`${name}-${i++}`)
      else await page.keyboard.press(key)
      await page.waitForTimeout(250)
    }
  }
}
await browser.close()
