import {
  applicationIdentifiers,
  type ApplicationIdentifier,
} from '#kernel/gs1/application-identifier.ts'

export const identifierGroups: readonly (readonly [string, readonly ApplicationIdentifier[]])[] = [
  ...Map.groupBy(applicationIdentifiers.values(), ({ ai }) => ai.slice(0, 1)),
]

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
