import { chromium } from 'playwright-core'
export async function open(url = 'http://127.0.0.1:4120') {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'ko-KR' })
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  await page.goto(url)
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
  await page.keyboard.type('admin', { delay: 50 })
  await page.keyboard.press('Tab')
  await page.keyboard.type('walk the floor 1', { delay: 50 })
  await page.keyboard.press('Enter')
  await page.getByText('오늘의 키').waitFor()
  return { browser, page }
}
