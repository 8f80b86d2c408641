// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { testLabel } from '#tests/support/labels.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { code } from '#kernel/field.ts'
import { mockServer, SAVE } from './page-support.ts'

const procedure = defineProcedure({
  scope: 'warehouse-owner',
  name: 'outbound/cancel',
  title: testLabel('Cancel shipping'),
  action: 'save',
  input: { SHIPMENT_NO: code(testLabel('Shipment')) },
})

let opened = 0

beforeEach(() => {
  opened = 0
  sessionStorage.clear()
  vi.resetModules()
})

/** The page after a reload: its modules start again, the storage of the window remains. */
async function openPageAgain() {
  vi.resetModules()
  const { saveAndNotify } = await import('#ui/remote/save-call.ts')
  const { forgetAction, repeatAction, unansweredActions } =
    await import('#ui/remote/settle-unanswered.ts')
  const session = await import('#ui/remote/session.ts')
  opened += 1
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + (opened - 2) * 1000)
  Object.assign(session.currentSession(), { user: { userId: 'picker' }, wcode: 'W01' })
  return { saveAndNotify, forget: forgetAction, repeatAction, unansweredActions }
}

test('an action without a response is sent again with its key after a reload', async () => {
  const before = await openPageAgain()
  const lost = mockServer({ [SAVE]: () => new Promise(() => undefined) })
  void before.saveAndNotify(procedure, [{ NO: 1, SHIPMENT_NO: 'S1' }])
  await vi.waitFor(() => expect(lost).toHaveLength(1))
  expect(before.unansweredActions()).toEqual([])
  const after = await openPageAgain()
  const [action, another] = after.unansweredActions()
  expect([action?.title, another]).toEqual([procedure.title.ko, undefined])
  const again = mockServer({ [SAVE]: () => ({ body: { message: 'cancelled' } }) })
  if (action) expect(await after.repeatAction(action)).toEqual({ message: 'cancelled' })
  expect(again).toEqual(lost)
  after.forget(action?.key ?? '')
  expect((await openPageAgain()).unansweredActions()).toEqual([])
})

test('an action with a response, or of another user, is not offered again', async () => {
  const before = await openPageAgain()
  mockServer({ [SAVE]: () => ({ body: { message: 'cancelled' } }) })
  await before.saveAndNotify(procedure, [{ NO: 1, SHIPMENT_NO: 'S1' }])
  const lost = mockServer({ [SAVE]: () => new Promise(() => undefined) })
  void before.saveAndNotify(procedure, [{ NO: 1, SHIPMENT_NO: 'S2' }])
  await vi.waitFor(() => expect(lost).toHaveLength(1))
  const after = await openPageAgain()
  expect(after.unansweredActions()).toHaveLength(1)
  const { currentSession } = await import('#ui/remote/session.ts')
  Object.assign(currentSession(), { wcode: 'W02' })
  expect(after.unansweredActions()).toEqual([])
})
