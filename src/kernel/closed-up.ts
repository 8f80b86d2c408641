/** A number as it is kept, without the spaces and hyphens that people write into it. */
export function closedUp(text: string): string {
  return text.replaceAll(/[\s-]/g, '')
}
