import { showMessage } from './message.tsx'

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** What work made; undefined where it failed, once that was said in a window. */
export async function saidFaults<T>(
  work: () => Promise<T>,
  words: (error: unknown) => string = messageOf,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    await showMessage({ kind: 'error', text: words(error) })
    return undefined
  }
}
