import { DatabaseError } from './database-error.ts'

/** A statement that carries more than this is planned for what it carries. */
const smallCharacters = 2_000
/** Texts seen on a connection that are remembered at most, and those it keeps plans of. */
const textsMost = 2_000
const namesMost = 300

const isPlannable = /^\s*(?:select|insert|update|delete|with)\b/i

/**
 * Names under which a connection keeps statements that come again, because reading and planning a
 * small one costs several times as much as carrying it out. A large one is planned anew each time:
 * the plan that suits one row takes minutes for ten thousand.
 */
export class PreparedStatements {
  /** By text: how often it came, then the name it was given. */
  readonly #texts = new Map<string, { uses: number; name?: string }>()
  #names = 0
  /** Over all connections, so that a name means one text whatever was forgotten. */
  static #lastName = 0

  /** Whether the connection should be rid of what it keeps. */
  get isFull(): boolean {
    return this.#names >= namesMost
  }

  /** The name of a statement that is worth keeping, from the second time it comes. */
  nameFor(text: string, values: readonly (string | Uint8Array | null)[]): string | undefined {
    const size = values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
    if (size > smallCharacters || !isPlannable.test(text)) return undefined
    const known = this.#texts.get(text)
    if (known?.name !== undefined) return known.name
    if (this.#texts.size >= textsMost && !known) this.#forgetUnnamed()
    const uses = (known?.uses ?? 0) + 1
    if (uses < 2 || this.isFull) {
      this.#texts.set(text, { uses })
      return undefined
    }
    this.#names += 1
    PreparedStatements.#lastName += 1
    const name = `kept_${PreparedStatements.#lastName}`
    this.#texts.set(text, { uses, name })
    return name
  }

  #forgetUnnamed(): void {
    for (const [text, { name }] of this.#texts) if (name === undefined) this.#texts.delete(text)
  }
}

/**
 * The statement is right and what the connection kept of it is not: a table changed its columns
 * since, or the connection is another one by now.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  if (error.code === '26000') return true
  return error.code === '0A000' && error.message.startsWith('cached plan must not change')
}
