import { openWindows, windowId } from '#ui/base/window-id.ts'

const STORED = 'wms.front-window'
const CHANNEL = 'wms-front-window'

interface WindowMessage<T> {
  readonly to: string
  readonly what: T
}

/** Passes messages to the window of this browser that was used last. */
export interface ActiveWindow<T> {
  readonly deliver: (message: T) => void
  readonly broadcast: (message: T) => void
}

/**
 * Tracks the last used window and receives messages sent to it. Does not wait for closed windows.
 */
export function createActiveWindow<T>(take: (message: T) => void): ActiveWindow<T> {
  const channel = new BroadcastChannel(CHANNEL)
  let own = ''
  const isOwn = windowId().then((id) => (own = id))
  channel.onmessage = ({ data }: MessageEvent<WindowMessage<T>>) => {
    if (data.to === own || data.to === '') take(data.what)
  }
  const isUsed = async (): Promise<void> => {
    // A key can be pressed before this window has its id.
    await isOwn
    if (localStorage.getItem(STORED) !== own) localStorage.setItem(STORED, own)
  }
  const listen = (): void => void isUsed()
  for (const type of ['focus', 'keydown', 'pointerdown']) addEventListener(type, listen, true)
  if (document.hasFocus()) listen()

  async function deliverPending(message: T): Promise<void> {
    await isOwn
    const to = localStorage.getItem(STORED) ?? own
    if (to === own || !(await openWindows()).has(to)) take(message)
    else channel.postMessage({ to, what: message } satisfies WindowMessage<T>)
  }
  let last = Promise.resolve()
  return {
    deliver: (message) => {
      last = last.then(() => deliverPending(message))
    },
    broadcast: (message) =>
      channel.postMessage({ to: '', what: message } satisfies WindowMessage<T>),
  }
}
