import { messages, protocol } from '@electric-sql/pglite'
import { DatabaseError } from './database-error.ts'
import type { DbRow, Notice } from './database.ts'
import { dataRowCode, type RawColumn, type RawRows } from './raw-rows.ts'
import type { StatementResult } from './running-transaction.ts'
import { decodeValue } from './wire-value.ts'

export type WireResponse = {
  result: StatementResult
  isRead: boolean
  error: DatabaseError | undefined
  notices: Notice[]
  /** `I` idle, `T` in a transaction, `E` in a failed transaction. */
  status: string
}

const { serialize, Parser } = protocol

export type PreparedStatement = { name: string; isThere: boolean }

/**
 * Combines Parse, Bind, Describe, Execute and Sync into one message, for one worker round trip per
 * statement. A statement with an outdated plan still exists under its name, so it is closed first.
 */
export function statementMessage(
  text: string,
  values: (string | Uint8Array | null)[],
  kept?: PreparedStatement,
): Uint8Array {
  const name = kept?.name ?? ''
  return Buffer.concat([
    ...(kept?.isThere === false ? [serialize.close({ type: 'S', name })] : []),
    ...(kept?.isThere ? [] : [serialize.parse({ name, text })]),
    serialize.bind({ statement: name, values }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ])
}

export function scriptMessage(text: string): Uint8Array {
  return serialize.query(text)
}

function toError(message: messages.DatabaseError): DatabaseError {
  const { code, constraint, detail, hint, table, column } = message
  return new DatabaseError({
    message: message.message,
    code: code ?? 'XX000',
    constraint,
    detail,
    hint,
    table,
    column,
  })
}

type RowReader = (buffer: Buffer, at: number) => DbRow

function rowReader(fields: messages.RowDescriptionMessage['fields']): RowReader {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
  return (buffer, start) => {
    const row: DbRow = {}
    let at = start + 7
    for (const { name, dataTypeID } of columns) {
      const length = buffer.readInt32BE(at)
      at += 4
      if (length < 0) {
        row[name] = null
      } else {
        row[name] = decodeValue(dataTypeID, buffer.toString('utf8', at, at + length))
        at += length
      }
    }
    return row
  }
}

/** Parses the row count of a command tag: `INSERT 0 3`, `UPDATE 3`, `SELECT 3`, `BEGIN`. */
function readTag(tag: string): { command: string; rowCount: number } {
  const words = tag.split(' ')
  const last = Number(words.at(-1))
  return { command: words[0] ?? '', rowCount: Number.isInteger(last) ? last : 0 }
}

function readMessage(
  response: WireResponse,
  message: messages.BackendMessage,
): RowReader | undefined {
  if (message instanceof messages.RowDescriptionMessage) return rowReader(message.fields)
  if (message instanceof messages.CommandCompleteMessage) {
    Object.assign(response.result, readTag(message.text))
  } else if (message instanceof messages.DatabaseError) {
    response.error ??= toError(message)
  } else if (message instanceof messages.NotificationResponseMessage) {
    response.notices.push({ channel: message.channel, payload: message.payload })
  } else if (message instanceof messages.ReadyForQueryMessage) {
    response.status = message.status
  } else if (message.name === 'parseComplete') {
    response.isRead = true
  }
  return undefined
}

const readyCode = 'Z'.charCodeAt(0)

function emptyResponse(): WireResponse {
  return {
    result: { rows: [], rowCount: 0, command: '' },
    isRead: false,
    error: undefined,
    notices: [],
    status: 'I',
  }
}

/**
 * Parses the responses to several statements or to one script. Decodes rows here because that is
 * several times faster than PGlite's parser, which handles all other messages.
 */
export function readResponses(bytes: Uint8Array): WireResponse[] {
  const responses: WireResponse[] = []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parser = new Parser()
  let response = emptyResponse()
  let readRow: RowReader | undefined
  for (let index = 0, end = 0; index < buffer.length; index = end) {
    end = index + 1 + buffer.readInt32BE(index + 1)
    if (buffer[index] === dataRowCode && readRow) {
      response.result.rows.push(readRow(buffer, index))
      continue
    }
    parser.parse(bytes.subarray(index, end), (message) => {
      readRow = readMessage(response, message) ?? readRow
    })
    if (buffer[index] === readyCode) {
      responses.push(response)
      response = emptyResponse()
      readRow = undefined
    }
  }
  return responses
}

export function readResponse(bytes: Uint8Array): WireResponse {
  return readResponses(bytes)[0] ?? emptyResponse()
}

export type RawResponse = Omit<WireResponse, 'result'> & { rows: RawRows }

/** Like `readResponse`, but counts the rows without decoding them. */
export function readRawResponse(bytes: Uint8Array): RawResponse {
  const response = emptyResponse()
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parser = new Parser()
  let columns: RawColumn[] = []
  let count = 0
  for (let index = 0, end = 0; index < buffer.length; index = end) {
    end = index + 1 + buffer.readInt32BE(index + 1)
    if (buffer[index] === dataRowCode) count += 1
    else {
      parser.parse(bytes.subarray(index, end), (message) => {
        if (message instanceof messages.RowDescriptionMessage) columns = rawColumns(message)
        readMessage(response, message)
      })
    }
  }
  const { isRead, error, notices, status } = response
  return { isRead, error, notices, status, rows: { columns, count, bytes } }
}

function rawColumns({ fields }: messages.RowDescriptionMessage): RawColumn[] {
  return fields.map(({ name, dataTypeID, dataTypeModifier }) => {
    return { name, typeId: dataTypeID, typeModifier: dataTypeModifier }
  })
}
