import { openWindows, windowId } from '#ui/base/window-id.ts'

const STORED = 'wms.front-window'
const CHANNEL = 'wms-front-window'

interface Sent<T> {
  readonly to: string
  readonly what: T
}

/** Hands something to the window in which the user works, of all that are open. */
export interface FrontWindow<T> {
  /** To this window or another, in the order in which it was handed over. */
  readonly give: (what: T) => void
  /** To every other window. */
  readonly tellOthers: (what: T) => void
}

/**
 * Remembers from now on which window of this browser was used last, and takes what is given to it in
 * another one. A window that was closed is not waited for.
 */
export function frontWindow<T>(take: (what: T) => void): FrontWindow<T> {
  const channel = new BroadcastChannel(CHANNEL)
  let own = ''
  const isOwn = windowId().then((id) => (own = id))
  channel.onmessage = ({ data }: MessageEvent<Sent<T>>) => {
    if (data.to === own || data.to === '') take(data.what)
  }
  const isUsed = async (): Promise<void> => {
    // A key may be pressed before this window knows its name.
    await isOwn
    if (localStorage.getItem(STORED) !== own) localStorage.setItem(STORED, own)
  }
  const listen = (): void => void isUsed()
  for (const type of ['focus', 'keydown', 'pointerdown']) addEventListener(type, listen, true)
  if (document.hasFocus()) listen()

  async function deliverPending(what: T): Promise<void> {
    await isOwn
    const to = localStorage.getItem(STORED) ?? own
    if (to === own || !(await openWindows()).has(to)) take(what)
    else channel.postMessage({ to, what } satisfies Sent<T>)
  }
  let last = Promise.resolve()
  return {
    give: (what) => {
      last = last.then(() => deliverPending(what))
    },
    tellOthers: (what) => channel.postMessage({ to: '', what } satisfies Sent<T>),
  }
}
