import type { CopyType } from '#ui/grid/rows/clipboard.ts'

type CopiedTexts = Readonly<Partial<Record<CopyType, Promise<Blob>>>>

/**
 * Writes text that is still being generated to the clipboard. False if the browser forbids it:
 * outside https and localhost, or without the user's permission.
 */
export async function writeClipboard(texts: CopiedTexts): Promise<boolean> {
  try {
    if (!('clipboard' in navigator) || typeof ClipboardItem === 'undefined') {
      await Promise.all(Object.values(texts))
      return false
    }
    await navigator.clipboard.write([new ClipboardItem(texts)])
    return true
  } catch {
    return false
  }
}
