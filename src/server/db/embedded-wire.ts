import { messages, protocol } from '@electric-sql/pglite'
import { DatabaseError } from './database-error.ts'
import type { DbRow } from './database.ts'
import { dataRowCode, type RawColumn, type RawRows } from './raw-rows.ts'
import type { StatementResult } from './running-transaction.ts'
import { decodeValue } from './wire-value.ts'

export type Notice = { channel: string; payload: string }

export type WireAnswer = {
  result: StatementResult
  /** Whether a statement was read, which is what gives it its name. */
  isRead: boolean
  error: DatabaseError | undefined
  notices: Notice[]
  /** `I` idle, `T` in a transaction, `E` in a failed one. */
  status: string
}

const { serialize, Parser } = protocol

/** A statement that the connection keeps under a name, or is to keep. */
export type KeptStatement = { name: string; isThere: boolean }

/** Parse, bind, describe, execute and sync in one go: one trip to the worker per statement. */
export function statementMessage(
  text: string,
  values: (string | Uint8Array | null)[],
  kept?: KeptStatement,
): Uint8Array {
  const name = kept?.name ?? ''
  return Buffer.concat([
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

/** Reads one row message; every field is its length and then its text, length -1 being null. */
function rowReader(fields: messages.RowDescriptionMessage['fields']): RowReader {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
  return (buffer, start) => {
    const row: DbRow = {}
    // Skips the code, the length of the message and the number of its fields.
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

/** Rows touched, from a command tag: `INSERT 0 3`, `UPDATE 3`, `SELECT 3`, `BEGIN`. */
function readTag(tag: string): { command: string; rowCount: number } {
  const words = tag.split(' ')
  const last = Number(words.at(-1))
  return { command: words[0] ?? '', rowCount: Number.isInteger(last) ? last : 0 }
}

/** Takes in one message that is not a row; returns the reader of the rows that follow, if any. */
function readMessage(answer: WireAnswer, message: messages.BackendMessage): RowReader | undefined {
  if (message instanceof messages.RowDescriptionMessage) return rowReader(message.fields)
  if (message instanceof messages.CommandCompleteMessage) {
    Object.assign(answer.result, readTag(message.text))
  } else if (message instanceof messages.DatabaseError) {
    answer.error ??= toError(message)
  } else if (message instanceof messages.NotificationResponseMessage) {
    answer.notices.push({ channel: message.channel, payload: message.payload })
  } else if (message instanceof messages.ReadyForQueryMessage) {
    answer.status = message.status
  } else if (message.name === 'parseComplete') {
    answer.isRead = true
  }
  return undefined
}

/** Code of the message that ends an answer. */
const readyCode = 'Z'.charCodeAt(0)

function emptyAnswer(): WireAnswer {
  return {
    result: { rows: [], rowCount: 0, command: '' },
    isRead: false,
    error: undefined,
    notices: [],
    status: 'I',
  }
}

/**
 * Reads everything PostgreSQL said to some statements, or to one script. Rows are read here, on the
 * main thread, several times faster than by the parser that comes with PGlite; the rest is its work.
 */
export function readAnswers(bytes: Uint8Array): WireAnswer[] {
  const answers: WireAnswer[] = []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parser = new Parser()
  let answer = emptyAnswer()
  let readRow: RowReader | undefined
  for (let at = 0, end = 0; at < buffer.length; at = end) {
    end = at + 1 + buffer.readInt32BE(at + 1)
    if (buffer[at] === dataRowCode && readRow) {
      answer.result.rows.push(readRow(buffer, at))
      continue
    }
    parser.parse(bytes.subarray(at, end), (message) => {
      readRow = readMessage(answer, message) ?? readRow
    })
    if (buffer[at] === readyCode) {
      answers.push(answer)
      answer = emptyAnswer()
      readRow = undefined
    }
  }
  return answers
}

/** As `readAnswers`, of one statement or script. */
export function readAnswer(bytes: Uint8Array): WireAnswer {
  return readAnswers(bytes)[0] ?? emptyAnswer()
}

export type RawAnswer = Omit<WireAnswer, 'result'> & { rows: RawRows }

/** As `readAnswer`, with the rows counted and left as they are. */
export function readRawAnswer(bytes: Uint8Array): RawAnswer {
  const answer = emptyAnswer()
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parser = new Parser()
  let columns: RawColumn[] = []
  let count = 0
  for (let at = 0, end = 0; at < buffer.length; at = end) {
    end = at + 1 + buffer.readInt32BE(at + 1)
    if (buffer[at] === dataRowCode) count += 1
    else {
      parser.parse(bytes.subarray(at, end), (message) => {
        if (message instanceof messages.RowDescriptionMessage) columns = rawColumns(message)
        readMessage(answer, message)
      })
    }
  }
  const { isRead, error, notices, status } = answer
  return { isRead, error, notices, status, rows: { columns, count, bytes } }
}

function rawColumns({ fields }: messages.RowDescriptionMessage): RawColumn[] {
  return fields.map(({ name, dataTypeID, dataTypeModifier }) => {
    return { name, typeId: dataTypeID, typeModifier: dataTypeModifier }
  })
}
