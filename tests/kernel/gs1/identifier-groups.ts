import {
  applicationIdentifiers,
  type ApplicationIdentifier,
} from '#kernel/gs1/application-identifier.ts'

/** All identifiers by their first digit: `[first digit, identifiers]`. */
export const identifierGroups: readonly (readonly [string, readonly ApplicationIdentifier[]])[] = [
  ...Map.groupBy(applicationIdentifiers.values(), ({ ai }) => ai.slice(0, 1)),
]

/** Runs a check for each identifier; a failure names the identifier. */
export function checkEach(
  identifiers: readonly ApplicationIdentifier[],
  check: (identifier: ApplicationIdentifier) => void,
): void {
  for (const identifier of identifiers) {
    try {
      check(identifier)
    } catch (cause) {
      throw new Error(`AI ${identifier.ai}: ${String(cause)}`, { cause })
    }
  }
}
