import { createHash } from 'node:crypto'
import { DatabaseError } from './database-error.ts'

/**
 * Statements with more parameter text are not prepared, because their plan depends on the values.
 */
const maxCharacters = 2_000
const maxTexts = 2_000
const maxNames = 300

/**
 * Returns a name derived from the text. It is the same in all processes, because poolers share
 * connections between them. The text identifies the statement: servers derive the parameter types
 * from it. PostgreSQL limits names to 63 characters.
 */
export function statementName(text: string): string {
  return `kept_${createHash('sha256').update(text).digest('base64url')}`
}

const isPlannable = /^\s*(?:select|insert|update|delete|with)\b/i

/**
 * Names of the prepared statements of a connection. Small repeated statements are prepared, because
 * parsing and planning cost several times their execution. Large ones are planned each time: a plan
 * made for one row can take minutes for ten thousand.
 */
export class PreparedStatements {
  readonly #texts = new Map<string, { uses: number; name?: string }>()
  #names = 0

  get isFull(): boolean {
    return this.#names >= maxNames
  }

  nameFor(text: string, values: readonly (string | Uint8Array | null)[]): string | undefined {
    const size = values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
    if (size > maxCharacters || !isPlannable.test(text)) return undefined
    const known = this.#texts.get(text)
    if (known?.name !== undefined) return known.name
    if (this.#texts.size >= maxTexts && !known) this.#forgetUnnamed()
    const uses = (known?.uses ?? 0) + 1
    if (uses < 2 || this.isFull) {
      this.#texts.set(text, { uses })
      return undefined
    }
    this.#names += 1
    const name = statementName(text)
    this.#texts.set(text, { uses, name })
    return name
  }

  #forgetUnnamed(): void {
    for (const [text, { name }] of this.#texts) if (name === undefined) this.#texts.delete(text)
  }
}

/**
 * Returns whether the statement failed only because its prepared plan is invalid: the columns of a
 * table have changed, or the connection was replaced.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  if (error.code === '26000') return true
  return error.code === '0A000' && error.message.startsWith('cached plan must not change')
}
