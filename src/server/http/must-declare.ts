/**
 * Deny by default, at start-up: what says who may reach something must be there and not be empty,
 * whatever the types promised where it was written. Names the place and stops the start.
 */
export function mustDeclare(place: string, facts: Readonly<Record<string, unknown>>): void {
  for (const [name, fact] of Object.entries(facts)) {
    const isSaid = typeof fact === 'string' || Array.isArray(fact) ? fact.length > 0 : false
    if (!isSaid) throw new Error(`${place} declares no ${name}; the server does not start`)
  }
}
