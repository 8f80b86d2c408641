import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, cookie, seconds, parallel } = workerData as {
  url: string
  cookie: string
  seconds: number
  parallel: number
}

interface AbusiveRequest {
  readonly path: string
  readonly body: string
}

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'
const keysJson = (count: number) =>
  Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(',')
const countingArray = (count: number) => Array.from({ length: count }, (_, index) => index)

/**
 * Request bodies that cost a server the most, both accepted and rejected ones, up to the size a
 * customer can send.
 */
function abusiveRequests(): AbusiveRequest[] {
  const list = '/api/wms/reports/own-inventory-by-lot'
  const filters = Array.from({ length: 50 }, () => ({
    COLUMN: 'STOCK_CD',
    OPERATOR: 'Not In',
    VALUES: countingArray(1000),
  }))
  const BY = ['OWNER_CD', 'STOCK_CD', 'LOT_NO']
  const search = (extra: object) => JSON.stringify({ SEARCH: {}, ...extra })
  return [
    { path: savePath, body: `{"PROCEDURE":"x","ROWS":[{${keysJson(500_000)}}]}` },
    { path: savePath, body: `{"PROCEDURE":"outbound/pick","ROWS":[{${keysJson(1900)}}]}` },
    { path: list, body: `{"SEARCH":{${keysJson(60_000)}}}` },
    { path: list, body: `{"SEARCH":{"STOCK_CD":${'['.repeat(500_000)}` },
    { path: list, body: `{"SEARCH":{"LOT_NO":"${'%a'.repeat(9_000)}"}}` },
    { path: list, body: `{"SEARCH":{"LOT_NO":"${String.raw`\ud800`.repeat(150_000)}"}}` },
    { path: list, body: search({ FILTERS: filters }) },
    { path: list, body: search({ FILTERS: filters.slice(0, 5), COUNT: 'Y' }) },
    { path: list, body: search({ GROUP: { BY, ZEROS: 'N' } }) },
    { path: list, body: search({}) },
    { path: '/api/records/search', body: JSON.stringify({ SEARCH: '가'.repeat(100) }) },
    {
      path: '/api/setting/save',
      body: JSON.stringify({ KEY: 'k', VALUE: countingArray(40_000) }),
    },
    { path: '/api/login', body: `{"p":"${'x'.repeat(8_000)}"}` },
  ]
}

function send({ path, body }: AbusiveRequest): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    cookie,
  }
  return new Promise((resolve) => {
    const sending = request(url + path, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    // The server does not read a rejected body to its end, which can break the connection.
    sending.on('error', () => resolve(0))
    sending.end(body)
  })
}

const end = performance.now() + seconds * 1000
const statuses = new Map<string, number>()
const bodies = abusiveRequests()
let turn = 0

async function sendInTurn(): Promise<void> {
  while (performance.now() < end) {
    const at = (turn += 1) % bodies.length
    const blow = bodies[at]
    const name = `${at}:${blow ? await send(blow) : 0}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
  }
}

await Promise.all(Array.from({ length: parallel }, sendInTurn))
parentPort?.postMessage([...statuses])
