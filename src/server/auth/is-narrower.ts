/** Returns whether a reach of owners or partners lacks a part of an earlier one. Null means all. */
export function isNarrower(
  now: readonly string[] | null,
  earlier: readonly string[] | null,
): boolean {
  return now !== null && (earlier === null || earlier.some((code) => !now.includes(code)))
}
