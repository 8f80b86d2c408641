// @vitest-environment jsdom
import { Blob } from 'node:buffer'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, CallError, connectCalls, fetchFile, upload } from '#ui/remote/api.ts'
import { network } from '#ui/base/network.ts'
import { messages } from '#kernel/messages.ts'

interface SeenRequest {
  readonly path: string
  readonly key: string | undefined
  readonly wcode: string | undefined
  readonly body: string
}
type Responder = (request: SeenRequest, response: http.ServerResponse) => void

const seen: SeenRequest[] = []
let answers: Responder[] = []
let server: http.Server
let base = ''

const respondJson =
  (status: number, body: object, headers: Record<string, string> = {}): Responder =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const dropConnection: Responder = (_request, response) => response.destroy()

// Responses are from Node's fetch, which uses its own Blob class.
vi.stubGlobal('Blob', Blob)

beforeEach(async () => {
  seen.length = 0
  server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const header = (name: string) => request.headers[name]?.toString()
      const path = request.url ?? ''
      seen.push({ path, key: header('idempotency-key'), wcode: header('wcode'), body })
      const answer = answers.shift() ?? respondJson(500, {})
      const last = seen.at(-1)
      if (last) answer(last, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  connectCalls({
    warehouse: () => 'W01',
    userId: () => '',
    reauthenticate: () => Promise.resolve(true),
    showError: () => undefined,
  })
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('every request includes the warehouse', async () => {
  answers = [respondJson(200, { data: 1 })]
  expect(await call(`${base}/api/x`, {})).toEqual({ data: 1 })
  expect(seen[0]?.wcode).toBe('W01')
})

test('the status line learns which database read the rows, from searches only', async () => {
  const replica = { 'x-read-from': 'replica' }
  answers = [
    respondJson(200, { data: [] }, replica),
    respondJson(200, {}),
    respondJson(200, { data: [] }),
  ]
  await call(`${base}/api/wms/x`, {})
  expect(network.readsReplica).toBe(true)
  await call(`${base}/api/wms/x`, {}, { idempotencyKey: 'key-00000001' })
  expect(network.readsReplica).toBe(true)
  await call(`${base}/api/wms/x`, {})
  expect(network.readsReplica).toBe(false)
})

test('an error response yields the message, the code in brackets and the row errors', async () => {
  const rows = [{ ROW: 2, POSTATUS: -1, POERROR: 'Not enough stock.' }]
  answers = [respondJson(422, { message: 'Not saved.', rows }, { 'x-error-code': 'STK01' })]
  const error = await call(`${base}/api/x`, {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({
    status: 422,
    code: 'STK01',
    message: 'Not saved. [STK01]',
    rows,
  })
})

test('an expired session is renewed and the same request sent again', async () => {
  answers = [
    respondJson(401, { message: 'Log in first.' }),
    respondJson(200, { message: messages.saved.ko }),
  ]
  const key = 'one-save'
  const body = { PROCEDURE: 'x', ROWS: [] }
  await call(`${base}/api/save`, body, { idempotencyKey: key })
  expect(seen.map((request) => request.key)).toEqual([key, key])
  expect(seen[1]?.body).toBe(seen[0]?.body)
})

test('a cancelled login ends the call with the error response', async () => {
  connectCalls({
    warehouse: () => 'W01',
    userId: () => '',
    reauthenticate: () => Promise.resolve(false),
    showError: () => undefined,
  })
  answers = [respondJson(401, { message: 'Log in first.' })]
  await expect(call(`${base}/api/x`, {})).rejects.toMatchObject({ status: 401 })
})

test.each(['SESSION_OF_ANOTHER', 'LOGIN_AGAIN', 'FACTOR_NEEDED'])(
  'a login required by %s shows its reason, and the request is sent again',
  async (code) => {
    const prompt = vi.fn(() => Promise.resolve(true))
    connectCalls({
      warehouse: () => 'W01',
      userId: () => 'admin',
      reauthenticate: prompt,
      showError: vi.fn(),
    })
    const message = 'Finish the two-step login first.'
    answers = [respondJson(401, { message }, { 'x-error-code': code }), respondJson(200, {})]
    await call(`${base}/api/save`, {}, { idempotencyKey: 'one-save' })
    expect(prompt).toHaveBeenCalledExactlyOnceWith(message, code === 'LOGIN_AGAIN')
    expect(seen.map(({ key }) => key)).toEqual(['one-save', 'one-save'])
  },
)

test('a background call neither prompts for a login nor shows the loading indicator', async () => {
  const query = vi.fn(() => Promise.resolve(true))
  connectCalls({ warehouse: () => '', userId: () => '', reauthenticate: query, showError: vi.fn() })
  let busy = -1
  answers = [
    (request, response) => {
      busy = network.busy
      respondJson(401, { message: 'Log in first.' })(request, response)
    },
  ]
  const refused = call(`${base}/api/x`, {}, { isBackground: true })
  await expect(refused).rejects.toMatchObject({ status: 401 })
  expect(query).not.toHaveBeenCalled()
  expect([busy, network.renewing]).toEqual([0, 0])
})

test.each(['DISK_FULL', 'STORE_CONNECTIONS', 'STORE_RESTARTING'])(
  'a save that cannot be stored because of %s is resent, and the reason is shown until then',
  async (code) => {
    let reason: string | undefined
    const respondSaved: Responder = (request, response) => {
      reason = network.reason
      respondJson(200, { message: messages.saved.ko })(request, response)
    }
    answers = [respondJson(503, { message: 'Not saved.' }, { 'x-error-code': code }), respondSaved]
    await call(`${base}/api/save`, {}, { idempotencyKey: code })
    expect(seen.map(({ key }) => key)).toEqual([code, code])
    expect(reason).toBe('Not saved.')
  },
)

test('a save without a response is resent with the same key until the server responds', async () => {
  answers = [dropConnection, respondJson(503, {}), respondJson(200, { message: messages.saved.ko })]
  const saving = call(`${base}/api/save`, {}, { idempotencyKey: 'k' })
  // The online event ends each wait. Without it, the test takes seconds.
  const nudge = setInterval(() => window.dispatchEvent(new Event('online')), 5)
  expect(network.pendingSaves).toBe(1)
  await saving
  clearInterval(nudge)
  expect(seen.map((request) => request.key)).toEqual(['k', 'k', 'k'])
  expect(network).toMatchObject({ pendingSaves: 0, retrying: 0, busy: 0 })
})

test('a query without a response is not retried and reports the connection error', async () => {
  answers = [dropConnection]
  await expect(call(`${base}/api/x`, {})).rejects.toMatchObject({
    status: 0,
    message: '인터넷 연결을 확인하세요. (서버 응답 없음)',
  })
  expect(seen).toHaveLength(1)
})

test('a patient query is retried until the server responds, and a 404 response ends the retries', async () => {
  answers = [dropConnection, respondJson(503, {}), respondJson(404, { message: 'There is none.' })]
  const query = call(`${base}/api/x`, {}, { patient: true })
  await vi.waitFor(() => expect(network.retrying).toBe(1))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(seen.length).toBe(2))
  await vi.waitFor(() => expect(network.retrying).toBe(1))
  window.dispatchEvent(new Event('online'))
  await expect(query).rejects.toThrow('There is none.')
  expect(seen.map(({ path }) => path)).toEqual(['/api/x', '/api/x', '/api/x'])
})

test('an unknown error is displayed and its call never settles', async () => {
  const shown = new Promise<string>((resolve) => {
    connectCalls({
      warehouse: () => 'W01',
      userId: () => '',
      reauthenticate: () => Promise.resolve(false),
      showError: resolve,
    })
  })
  answers = [respondJson(500, { message: 'unknown error', unknown: true })]
  let isSettled = false
  const finish = () => (isSettled = true)
  void call(`${base}/api/x`, {}).then(finish, finish)
  expect(await shown).toBe('unknown error')
  answers = [respondJson(200, {})]
  await call(`${base}/api/after`, {})
  expect(isSettled).toBe(false)
  expect(network.busy).toBe(0)
})

test('a quiet call does not show the loading indicator, but any other does', async () => {
  const busy: number[] = []
  const respondBusy: Responder = (request, response) => {
    busy.push(network.busy)
    respondJson(200, {})(request, response)
  }
  answers = [respondBusy, respondBusy]
  await call(`${base}/api/x`, {}, { quiet: true })
  await call(`${base}/api/x`, {})
  expect(busy).toEqual([0, 1])
})

test('a download uses the file name from the server', async () => {
  answers = [
    (_request, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="stock.csv"' })
      response.end('a,b')
    },
  ]
  const { blob, name } = await fetchFile(`${base}/api/file/exportExcel`, {})
  expect([name, blob.size]).toEqual(['stock.csv', 3])
})

test('a new build id from the server marks the page as stale', async () => {
  answers = [
    respondJson(200, {}, { 'x-build-id': 'monday' }),
    respondJson(200, {}, { 'x-build-id': 'monday' }),
    respondJson(200, {}, { 'x-build-id': 'tuesday' }),
  ]
  const stale: boolean[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await call(`${base}/api/x`, {})
    stale.push(network.stale)
  }
  expect(stale).toEqual([false, false, true])
})

test('calls time out after two hours, downloads after one minute, uploads after two', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  answers = [respondJson(200, {}), respondJson(200, {}), respondJson(200, {})]
  await call(`${base}/api/x`, {})
  await fetchFile(`${base}/api/file/fileDownload`, {})
  await upload(`${base}/api/file/fileUpload`, new File(['x'], 'x.txt'))
  expect(limits.mock.calls).toEqual([[7_200_000], [60_000], [120_000]])
  limits.mockRestore()
})

test('a timed-out call fails as unanswered, with or without a signal of the caller', async () => {
  answers = [() => undefined, () => undefined]
  const query = { timeoutMs: 30 }
  const late = { status: 0, message: '인터넷 연결을 확인하세요. (응답 시간 초과)' }
  await expect(call(`${base}/api/x`, {}, query)).rejects.toMatchObject(late)
  const { signal } = new AbortController()
  await expect(call(`${base}/api/x`, {}, { ...query, signal })).rejects.toMatchObject(late)
  expect(network.busy).toBe(0)
})

test('an upload is quiet, sends the warehouse and returns file names and serial numbers', async () => {
  let busy = -1
  answers = [
    (request, response) => {
      busy = network.busy
      respondJson(200, { data: [{ FILE_NM: 'x.txt', FILE_SN: '1' }] })(request, response)
    },
  ]
  const answer = await upload(`${base}/api/file/fileUpload`, new File(['body text'], 'x.txt'))
  expect(answer).toEqual({ data: [{ FILE_NM: 'x.txt', FILE_SN: '1' }] })
  expect([busy, seen[0]?.wcode]).toEqual([0, 'W01'])
})

test('the error code follows the message of a failed download in brackets too', async () => {
  const refusal = { message: 'No such file.' }
  answers = [respondJson(404, refusal, { 'x-error-code': 'FILE_MISSING' })]
  await expect(fetchFile(`${base}/api/file/fileDownload`, {})).rejects.toMatchObject({
    message: 'No such file. [FILE_MISSING]',
  })
})
