import type { KeyboardUser } from './keyboard-user.ts'

/** Popups and messages that accept keys. An answered message remains visible while it fades. */
export const openPopupSelector = '.popup:not([data-leaving])'

const leaving: Readonly<Record<string, string>> = { message: 'Enter', unsaved: 'Delete' }

const patienceMs = 20_000

interface OpenWindows {
  /** Kind of the active popup. A prompt about unsaved edits is answered with discard. */
  readonly popup: string | undefined
  readonly palette: boolean
  readonly tabs: number
}

/**
 * Closes everything that is open, including edits, one key at a time. A second Enter for a message
 * that is still fading would press the element below it.
 */
export async function leaveAll(user: KeyboardUser): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    const remaining = await openNow(user)
    if (remaining.popup !== undefined) await user.press(leaving[remaining.popup] ?? 'Escape')
    else if (remaining.palette) await user.press('Escape')
    else if (remaining.tabs > 1) await user.press('Escape', 'Alt+w')
    else return
    await waitForChange(user, JSON.stringify(remaining))
  }
  throw new Error('what was opened does not close')
}

/** Waits some frames for a change; Alt+W can have no effect while a page opens. */
async function waitForChange(user: KeyboardUser, before: string): Promise<void> {
  for (let frame = 0; frame < 20; frame += 1) {
    if (JSON.stringify(await openNow(user)) !== before) return
    await user.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
}

function openNow({ page }: KeyboardUser): Promise<OpenWindows> {
  return page.evaluate((shown) => {
    const popups = [...document.querySelectorAll<HTMLElement>(shown)]
    return {
      popup: popups.at(-1)?.querySelector('[aria-keyshortcuts=Delete]')
        ? 'unsaved'
        : popups.at(-1)?.dataset['kind'],
      palette: document.querySelector('[cmdk-input]') !== null,
      tabs: document.querySelectorAll('.tab-bar [role=tab]').length,
    }
  }, openPopupSelector)
}
