import type { KeyboardUser } from './keyboard-user.ts'

/** Popups and messages that take the keys; an answered message stands a moment longer. */
export const standingPopup = '.popup:not([data-leaving])'

/** The key that leaves each kind of window. */
const leaving: Readonly<Record<string, string>> = { message: 'Enter', unsaved: 'Delete' }

/** A busy machine takes its time to close a tab. */
const patienceMs = 20_000

/** What is open beside the first tab. */
interface Left {
  /** Kind of the popup in front; one that asks for edits is not confirmed but told to let them go. */
  readonly popup: string | undefined
  readonly palette: boolean
  readonly tabs: number
}

/**
 * Closes whatever is open, edits too, one key after the other: a second Enter for a message that
 * was answered and still fades would press whatever stands beneath it.
 */
export async function leaveAll(user: KeyboardUser): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    const left = await openNow(user)
    if (left.popup !== undefined) await user.press(leaving[left.popup] ?? 'Escape')
    else if (left.palette) await user.press('Escape')
    else if (left.tabs > 1) await user.press('Escape', 'Alt+w')
    else return
    await somethingElse(user, JSON.stringify(left))
  }
  throw new Error('what was opened does not close')
}

/** Waits some frames for something else to be open; Alt+W may do nothing while a page opens. */
async function somethingElse(user: KeyboardUser, before: string): Promise<void> {
  for (let frame = 0; frame < 20; frame += 1) {
    if (JSON.stringify(await openNow(user)) !== before) return
    await user.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
}

function openNow({ page }: KeyboardUser): Promise<Left> {
  return page.evaluate((standing) => {
    const popups = [...document.querySelectorAll<HTMLElement>(standing)]
    return {
      popup: popups.at(-1)?.querySelector('[aria-keyshortcuts=Delete]')
        ? 'unsaved'
        : popups.at(-1)?.dataset['kind'],
      palette: document.querySelector('[cmdk-input]') !== null,
      tabs: document.querySelectorAll('.tab-bar [role=tab]').length,
    }
  }, standingPopup)
}
