import type { Fields, WireRow } from '#kernel/field.ts'
import { grid, type ColumnRef, type DocScreen, type Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { messageStatus, messageStepFrom, type MessageStatus } from '../rules/message-status.ts'
import type { PartnerOperations } from './partner-messages.ts'

const tones: Readonly<Record<MessageStatus, Tone>> = {
  [messageStatus.waiting]: 'accent',
  [messageStatus.refused]: 'stop',
  [messageStatus.converted]: 'quiet',
  [messageStatus.ready]: 'accent',
  [messageStatus.acknowledged]: 'quiet',
  [messageStatus.discarded]: 'stop',
}

function stateTone(row: WireRow): Tone {
  return statusTone(tones, row) ?? 'accent'
}

/** A line can be corrected until its message is processed. */
function isOpen(row: WireRow): boolean {
  const status = row['STATE_CD'] ?? null
  return status === null || messageStepFrom.change.includes(String(status))
}

const isNew = (row: WireRow) => (row['MESSAGE_ID'] ?? null) === null
const hasErrors = (row: WireRow) => (row['ERROR'] ? 'stop' : undefined)

interface PartnerScreen {
  readonly operations: PartnerOperations
  readonly fields: readonly string[]
  readonly results: readonly string[]
  /**
   * The work screen shows open messages. The history shows all messages, including outgoing ones.
   */
  readonly shows: 'work' | 'history' | 'both'
}

/**
 * Screen for messages of one kind and their lines: manual entry, file upload, correction and retry.
 */
export function partnerScreen(route: string, parts: PartnerScreen): DocScreen {
  const { operations, fields, results, shows } = parts
  const [isWork, showsHistory] = [shows !== 'history', shows !== 'work']
  const typed: ColumnRef[] = fields.map((field) => ({ field, editable: isOpen }))
  const all = ['STATE_CD', 'DIRECTION_CD', 'DOC_NO', 'CREATED_AT', 'CREATED_BY']
  return {
    kind: 'doc',
    route,
    search: ['OWNER_CD', 'PROFILE_CD', 'MESSAGE_NO', 'CHANNEL_CD', ...(showsHistory ? all : [])],
    searchAtOpen: true,
    save: operations.save,
    link: ['MESSAGE_ID'],
    ...(isWork && {
      sheet: {
        save: operations.upload,
        header: messageHead(operations.upload.input),
        columns: fields,
      },
    }),
    grid: grid<Fields>({
      source: operations.messages,
      checks: true,
      ...(!showsHistory && {
        fixed: { DIRECTION_CD: 'IN', STATE_CD: messageStepFrom.convert.join(',') },
      }),
      columns: [
        { field: 'MESSAGE_ID', frozen: true },
        { field: 'STATE_CD', tone: stateTone },
        { field: 'PROFILE_CD', editable: isNew },
        { field: 'OWNER_CD', editable: isNew },
        { field: 'MESSAGE_NO', editable: isNew },
        ...(showsHistory ? ['DOC_NO', 'DIRECTION_CD', 'RESULT_CD', 'RESULT_NO'] : []),
        'CHANNEL_CD',
        'LINE_COUNT',
        { field: 'ERROR_COUNT', tone: (row) => (row['ERROR_COUNT'] ? 'stop' : undefined) },
        'ATTEMPT_COUNT',
        { field: 'REMARK', editable: isNew },
        'CREATED_BY',
        'CREATED_AT',
        'UPDATED_BY',
        'UPDATED_AT',
      ],
    }),
    lines: grid<Fields>({
      source: operations.lines,
      rowTone: hasErrors,
      columns: [
        'LINE_NO',
        { field: 'ERROR', tone: hasErrors },
        ...typed,
        ...(showsHistory ? results : []),
        'DOC_NO',
        { field: 'STATE_CD', hidden: true },
      ],
    }),
  }
}

/**
 * Fields of the upload dialog. The owner is first because it determines the profiles to choose
 * from.
 */
function messageHead(input: Fields): Fields {
  const names = ['OWNER_CD', 'PROFILE_CD', 'MESSAGE_NO']
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = input[name]
      return field ? [[name, field] as const] : []
    }),
  )
}
