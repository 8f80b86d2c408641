/** Strips the spaces and hyphens that users type into a number. */
export function stripSeparators(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}
