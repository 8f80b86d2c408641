import { expect, test } from 'vitest'
import { allEntries } from '#areas/menu-map.ts'
import { commands } from '#commands/index.ts'
import { menuScreens } from '#commands/menu.ts'
import type { Command, CommandContext } from '#kernel/command.ts'
import type { Procedure } from '#kernel/operation.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'

const all: readonly (readonly [string, Command])[] = Object.entries(commands)

/**
 * Stub for any object a command uses: each property is a function, and each call returns the stub.
 */
const anyHandler: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === 'then' || name === Symbol.iterator ? undefined : anyHandler),
  apply: () => anyHandler,
})

async function findNeededProcedures({ run }: Command): Promise<Procedure[]> {
  const requests: Parameters<CommandContext['runProcedure']>[0][] = []
  const ask: CommandContext['runProcedure'] = async (procedure) => {
    requests.push(procedure)
    return true
  }
  const page = { rows: () => [{}] }
  const row = new Proxy({}, { get: () => '1' })
  // Page windows and prompts need no permission themselves. The screens declare the procedures they
  // run.
  await Promise.resolve(run?.({ runProcedure: ask, page, row, shell: anyHandler } as never)).catch(
    () => undefined,
  )
  return Promise.all(
    requests.map(async (request) => (typeof request === 'function' ? request() : request)),
  )
}

/** Whether a command is offered only to users whom the server permits to run the procedure. */
function isKept({ needs, when = '' }: Command, procedure: Procedure): boolean {
  const granted = grantingRoutes(procedure)
  const isFor = (need: string): boolean => {
    const [route = '', action] = need.split(':')
    return granted.includes(route) && action === procedure.action
  }
  if (needs !== undefined) return [needs].flat().every(isFor)
  const isOfScreen = granted.some((route) => when.includes(`screen == ${route}`))
  return when.includes(`can.${procedure.action}`) || isOfScreen
}

test('a command is offered only to users permitted to run its procedures', async () => {
  const found = await Promise.all(
    all.map(async ([id, command]) => {
      const procedures = await findNeededProcedures(command)
      return procedures
        .filter((procedure) => !isKept(command, procedure))
        .map((procedure) => `${id}: needs ${grantingRoutes(procedure).join()}:${procedure.action}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

test('a command needs an existing screen or popup and a valid action of it', () => {
  const routes = new Set(allEntries.map(({ route }) => route))
  const named = all.flatMap(([id, { needs = [] }]) => [needs].flat().map((need) => ({ id, need })))
  const wrong = named.filter(({ need }) => {
    const [route = '', action] = need.split(':')
    return !routes.has(route) || !/^(?:save|delete|print)?$/.test(action ?? '')
  })
  expect(wrong).toEqual([])
  expect(named.length).toBeGreaterThan(30)
})

test('a row of a menu can be moved only where the menu is managed', () => {
  const onRows = all.filter(([, { on }]) => on === 'site_menu')
  const elsewhere = onRows.filter(([, { when }]) => when !== menuScreens).map(([id]) => id)
  expect(onRows.length).toBeGreaterThan(4)
  expect(elsewhere).toEqual([])
})
