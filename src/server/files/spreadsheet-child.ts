import { parseSpreadsheet } from './parse-spreadsheet.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import type { ReadResponse, ReadRequest } from './spreadsheet-protocol.ts'

/*
 * Child process that parses one uploaded file and exits. It has limited memory, no environment, no
 * network, and can read only its code. It is killed after a timeout, so a malicious file can only
 * break its own parsing. Receives the request on stdin and responds with JSON lines on stdout.
 */

const rowsPerLine = 500

async function readStdin(): Promise<{ request: ReadRequest; bytes: Buffer }> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const all = Buffer.concat(chunks)
  const lineEnd = all.indexOf('\n')
  return { request: JSON.parse(all.toString('utf8', 0, lineEnd)), bytes: all.subarray(lineEnd + 1) }
}

function writeResponse(line: ReadResponse): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function asSpreadsheetError(error: unknown): SpreadsheetError {
  if (error instanceof SpreadsheetError) return error
  const message = error instanceof Error ? error.message : ''
  return new SpreadsheetError(/password|encrypt/i.test(message) ? 'encrypted' : 'broken')
}

try {
  const { request, bytes } = await readStdin()
  const { rows, summary } = await parseSpreadsheet(request, bytes)
  for (let index = 0; index < rows.length; index += rowsPerLine) {
    writeResponse({ rows: rows.slice(index, index + rowsPerLine) })
  }
  writeResponse({ done: summary })
} catch (error) {
  const { code, detail, sheetName } = asSpreadsheetError(error)
  writeResponse({ error: { code, detail, sheetName } })
}
