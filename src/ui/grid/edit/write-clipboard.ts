/**
 * Writes text that is still being generated to the clipboard. False if the browser forbids it:
 * outside https and localhost, or without the user's permission.
 */
export async function writeText(text: Promise<Blob>): Promise<boolean> {
  try {
    if (!('clipboard' in navigator) || typeof ClipboardItem === 'undefined') {
      await text
      return false
    }
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    return false
  }
}
