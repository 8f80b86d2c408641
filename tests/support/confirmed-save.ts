import { randomUUID } from 'node:crypto'
import type { Value } from '#kernel/field.ts'
import type { SaveResponse, TestUser } from './app.ts'

type Row = Record<string, Value>

/** Ids of the questions in the response to a save. */
export function getQuestionIds({ body }: SaveResponse): string[] {
  return (body.rows ?? [])
    .flatMap((row) => Object.entries(row))
    .filter(([name]) => name === 'CONFIRM')
    .map(([, id]) => String(id))
}

/** Saves rows with confirmed questions, as the page does after the user has pressed OK. */
export function saveConfirmed(
  user: TestUser,
  name: string,
  rows: readonly Row[],
  confirmed: readonly string[],
  extra: object = {},
): Promise<SaveResponse> {
  return user.call(
    '/api/wms/comm/wmsCommon/saveProcedure',
    {
      PROCEDURE: name,
      ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })),
      CONFIRMED: confirmed,
      ...extra,
    },
    { 'idempotency-key': randomUUID() },
  )
}
