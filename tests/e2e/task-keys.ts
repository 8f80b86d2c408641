import { expect } from 'vitest'
import type { KeyboardUser } from './keyboard-user.ts'

/**
 * Key limit of each task and, where it was compared, the keys it takes in a numbered menu with
 * function keys, as on an AS/400. There, a level takes two keys (number and Enter), a field its
 * characters and Tab, and a search Enter. A row takes an option number and Enter, and confirming
 * takes a function key. A scan counts as one key.
 */
export type TaskGoals = Readonly<Record<string, { readonly goal: number; readonly menu?: number }>>

/** Counts the key presses of tasks on a page. */
export class TaskKeys<Task extends string> {
  readonly #goals: Readonly<Record<Task, TaskGoals[string]>>
  readonly #user: () => KeyboardUser
  readonly #counted = new Map<Task, number>()
  #keys = 0

  constructor(goals: Readonly<Record<Task, TaskGoals[string]>>, user: () => KeyboardUser) {
    this.#goals = goals
    this.#user = user
  }

  press = (...keys: string[]): Promise<void> => {
    this.#keys += keys.length
    return this.#user().press(...keys)
  }

  type = (text: string): Promise<void> => {
    this.#keys += text.length
    return this.#user().type(text)
  }

  scan = (code: string): Promise<void> => {
    this.#keys += 1
    return this.#user().scan(code)
  }

  /** Counts the key presses of a task. The results of the task are checked afterwards. */
  task = async (name: Task, work: () => Promise<void>): Promise<void> => {
    this.#keys = 0
    await work()
    this.#counted.set(name, this.#keys)
    expect(this.#keys, name).toBeLessThanOrEqual(this.#goals[name]?.goal ?? 0)
  }

  report(): string {
    const padColumn = (text: string | number) => String(text).padStart(5)
    const lines = Object.entries<TaskGoals[string]>(this.#goals).map(([name, { goal, menu }]) => {
      const own = this.#counted.get(name as Task) ?? '–'
      return [name.padEnd(40), ...[own, goal, menu ?? '–'].map(padColumn)].join(' ')
    })
    return [`${' '.repeat(40)}  keys  goal  menu`, ...lines].join('\n')
  }
}
