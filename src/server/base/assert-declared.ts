/** Throws at startup if an access declaration is missing or empty (deny by default). */
export function assertDeclared(place: string, facts: Readonly<Record<string, unknown>>): void {
  for (const [name, fact] of Object.entries(facts)) {
    const isDeclared = typeof fact === 'string' || Array.isArray(fact) ? fact.length > 0 : false
    if (!isDeclared) throw new Error(`${place} declares no ${name}; the server does not start`)
  }
}
