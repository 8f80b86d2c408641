import type { Page } from 'playwright-core'

/**
 * Logs somebody in beside the form and loads the page that was asked for: a second of typing less in
 * every test that is not about the login.
 */
export async function logInBeside(page: Page, userId: string, password: string): Promise<void> {
  const { origin, pathname, search, searchParams } = new URL(page.url())
  const data = { p: `${userId}||${password}`, c: password, lang: 'ko' }
  const answer = await page.context().request.post(`${origin}/api/login`, { data })
  if (!answer.ok()) throw new Error(`${userId} is not let in: ${await answer.text()}`)
  // The page may not have come as far as its login yet.
  const isLogin = pathname.startsWith('/login')
  await page.goto(origin + (isLogin ? (searchParams.get('to') ?? '/') : pathname + search))
}
