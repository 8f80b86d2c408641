// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#ui/remote/api.ts'
import { confirmSave } from '#ui/remote/confirm-save.ts'
import { setSaveConfirmation, postSave, saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { PopupHost } from '#ui/windows/popup-host.tsx'

const procedure = { name: 'inbound/receive' }
const rows = [{ NO: 1, RECEIPT_NO: 'R1' }]

interface SentBody {
  readonly body: { readonly CONFIRMED?: readonly string[] }
  readonly key: string | null
}

let sent: SentBody[]

/** A server that returns these questions in turn, then saves. */
function openSavingPage(...questions: readonly string[]): void {
  sent = []
  vi.stubGlobal('fetch', async (target: string, init?: RequestInit) => {
    const request = new Request(new URL(target, 'http://wms.test'), init)
    const body = (await request.json()) as SentBody['body']
    sent.push({ body, key: request.headers.get('idempotency-key') })
    const question = questions.find((candidate) => !body.CONFIRMED?.includes(`id of ${candidate}`))
    if (question === undefined) return Response.json({ message: 'saved' })
    const row = { ROW: 1, POSTATUS: -1, POERROR: question, CONFIRM: `id of ${question}` }
    const headers = { 'x-error-code': 'CONFIRM' }
    return Response.json({ message: 'Check 1 row.', rows: [row] }, { status: 409, headers })
  })
}

beforeEach(() => {
  setSaveConfirmation(confirmSave)
  render(<PopupHost />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = async (question: string, key: string) => {
  await screen.findByText(new RegExp(question))
  await userEvent.keyboard(key)
}

test('a confirmed save is sent again with its questions and the same key', async () => {
  openSavingPage('expired')
  const saved = saveProcedure(procedure, rows, new SaveKeys())
  await press('expired', '{Enter}')
  expect((await saved).message).toBe('saved')
  expect(sent.map(({ body }) => body.CONFIRMED)).toEqual([undefined, ['id of expired']])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('a second question is shown after the first is confirmed, and both are sent as confirmed', async () => {
  openSavingPage('expired', 'second date')
  const saved = postSave({ procedure, rows, fileName: 'receipts.xlsx' }, 'key-1')
  await press('expired', '{Enter}')
  await press('second date', '{Enter}')
  expect((await saved).message).toBe('saved')
  expect(sent.at(-1)?.body.CONFIRMED).toEqual(['id of expired', 'id of second date'])
})

test('cancelling a question makes the save fail and shows the question at its row', async () => {
  openSavingPage('expired')
  const saved = saveProcedure(procedure, rows, new SaveKeys())
  const failed = expect(saved).rejects.toMatchObject({
    status: 409,
    rows: [{ POERROR: 'expired' }],
  })
  await press('expired', '{Escape}')
  await failed
  await expect(saved).rejects.toBeInstanceOf(CallError)
  expect(sent).toHaveLength(1)
})
