import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import https from 'node:https'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

// Saves owners over TLS through the balancer. Standard input controls it by lines: `password
// <first>`, `start` and `pause`. Prints each response, and when a command is done.
const [address = '', site = '', authority = ''] = process.argv.slice(2)
const password = 'one long password for a test run'
const users = 4
const restMs = 100

interface Response {
  readonly status: number
  readonly cookie: string
  readonly text: string
}

const agent = new https.Agent({ keepAlive: true, ca: fs.readFileSync(authority) })

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, cookie: '', text: String(error) })
    const request = https.request(
      {
        agent,
        path,
        method: 'POST',
        host: address,
        servername: site,
        headers: { 'content-type': 'application/json', host: site, ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', fail)
        response.on('end', () => {
          const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
          resolve({ status: response.statusCode ?? 0, cookie, text })
        })
      },
    )
    request.on('error', fail)
    request.end(JSON.stringify(body))
  })
}

async function login(given: string): Promise<string> {
  const { status, cookie, text } = await post('/api/login', { p: `admin|W01|${given}`, c: given })
  if (status !== 200) throw new Error(`login: ${status} ${text}`)
  return cookie
}

let cookie = ''
let isRunning = false
let currentWork: Promise<unknown> = Promise.resolve()

/** Saves one owner, and repeats the save with its key until it is acknowledged. */
async function saveOne(): Promise<void> {
  const key = randomUUID()
  const OWNER_CD = key.slice(0, 8).toUpperCase()
  const rows = [{ NO: 1, BATCH_FLAG: 'I', OWNER_CD, OWNER_NM: 'Hanbit' }]
  const body = { PROCEDURE: 'master/save-owner', ROWS: rows }
  for (;;) {
    const headers = { cookie, wcode: 'W01', 'idempotency-key': key }
    const { status, text } = await post('/api/wms/comm/wmsCommon/saveProcedure', body, headers)
    const shown = status === 200 ? '' : text.slice(0, 300)
    console.log(JSON.stringify({ owner: OWNER_CD, status, text: shown }))
    if (status === 200) return
    if (status === 401) cookie = await login(password)
    await pause(restMs)
  }
}

async function keepSaving(): Promise<void> {
  while (isRunning) {
    await saveOne()
    await pause(restMs)
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, given = ''] = line.split(' ')
  if (command === 'password') {
    const first = await login(given)
    const change = { OLD_PWD: given, NEW_PWD: password }
    const changed = await post('/api/changePassword', change, { cookie: first })
    if (changed.status !== 200) throw new Error(`password: ${changed.text}`)
    cookie = await login(password)
    console.log('ready')
  }
  if (command === 'start') {
    isRunning = true
    currentWork = Promise.all(Array.from({ length: users }, keepSaving))
    console.log('started')
  }
  if (command === 'pause') {
    isRunning = false
    await currentWork
    console.log('paused')
  }
}
process.exit(0)
