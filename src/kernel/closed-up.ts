/** Strips the spaces and hyphens that users type into a number. */
export function closedUp(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}
