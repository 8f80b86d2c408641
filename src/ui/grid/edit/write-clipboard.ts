/**
 * Puts text that is still being made on the clipboard. False where the browser does not let us:
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
