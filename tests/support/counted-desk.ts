import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { leaveAll } from '#tests/e2e/close-all.ts'
import { TaskKeys, type TaskGoals } from '#tests/e2e/task-keys.ts'
import type { TestUser } from './app.ts'
import { createPageUser } from './page-user.ts'
import { startServer, type ServerProcess } from './server-process.ts'

/** A test workstation that counts the key presses of each task. Use it only inside tests. */
export interface CountedDesk<Task extends string> {
  readonly keys: TaskKeys<Task>
  readonly user: KeyboardUser
  /** Prepares data through the session of the page. */
  readonly staff: TestUser
  readonly url: string
}

/**
 * Registers the hooks of a file that counts keys: one server and one administrator for all its
 * tests. After each test everything open is closed, and errors of the page fail it.
 */
export function createCountedDesk<Task extends string>(
  goals: Readonly<Record<Task, TaskGoals[string]>>,
): CountedDesk<Task> {
  let server: ServerProcess
  let user: KeyboardUser
  let staff: TestUser
  const keys = new TaskKeys(goals, () => user)
  beforeAll(async () => {
    server = await startServer()
    user = await KeyboardUser.open(server.url)
    await user.logIn()
    staff = createPageUser(user.page, 'W01')
  })
  afterEach(async () => {
    await leaveAll(user)
    expect(user.complaints).toEqual([])
  })
  afterAll(async () => {
    console.info(keys.report())
    await user.close()
    await server.discard()
  })
  return {
    keys,
    get user() {
      return user
    },
    get staff() {
      return staff
    },
    get url() {
      return server.url
    },
  }
}
