import sql, { type Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import type { RowError } from '#server/base/app-error.ts'
import type {
  ImportEntry,
  ImportKind,
  StoredEntry,
  SaveCall,
  SaveResult,
  SaveRow,
  UndoCall,
} from '#server/engine/handler.ts'
import { wireRows } from '#server/engine/run-query.ts'
import { prefixTitle } from '#server/engine/table-import.ts'
import type { Queryable } from '#server/db/database.ts'
import { saveAccounts } from '../operations/users.ts'
import { user } from '../tables/user.ts'

type SaveAccounts = (call: SaveCall) => Promise<SaveResult>

const getUserId = (row: SaveRow): string => String(row.values['USER_ID']).toLowerCase()
const changedSince = label('이후에 변경된 사용자입니다.', 'This user has been changed since.')
const alreadyLoggedIn = label('이미 로그인한 사용자입니다.', 'This user has already logged in.')

async function readAccounts(
  tx: Queryable,
  rows: Sql,
  ids: readonly string[],
): Promise<Map<string, { row: WireRow; version: number }>> {
  const found = await tx.query<{ user_id: string; version: number }>(sql`
    select * from (${rows}) v where v.user_id = any(${[...ids]}::text[])`)
  const wire = wireRows(user.fields, found)
  return new Map(
    found.map(({ user_id: id, version }, index) => [id, { row: wire[index] ?? {}, version }]),
  )
}

function toInput(row: WireRow): WireRow {
  const names = Object.keys(saveAccounts.input)
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
}

/**
 * Import of accounts. A known id updates that account, and an empty cell leaves the value
 * unchanged. Sheets contain no passwords: new users choose theirs through the email.
 */
export function accountImport(rows: Sql, save: SaveAccounts): ImportKind {
  return {
    record: async (call) => {
      const before = await readAccounts(call.tx, rows, call.rows.map(getUserId))
      const merged = call.rows.map((row): SaveRow => {
        const known = before.get(getUserId(row))
        const given = Object.entries(row.values).filter(([, value]) => value !== null)
        if (!known) return { ...row, values: { ...row.values, ...initialValues(row) }, flag: 'I' }
        const values = { ...toInput(known.row), ...Object.fromEntries(given) }
        // A row that lists owners ends the user's access to all owners.
        if (row.values['OWNERS']) values['ALL_OWNERS_YN'] = 'N'
        return { ...row, values, flag: 'U', version: known.version }
      })
      const result = await save({ ...call, rows: merged })
      const after = await readAccounts(call.tx, rows, call.rows.map(getUserId))
      const entries = [...after].map(([id, { version }]): ImportEntry => {
        const existing = before.get(id)
        return {
          change: existing ? 'U' : 'I',
          key: { user_id: id },
          title: id,
          owners: [],
          before: existing ? JSON.stringify(toInput(existing.row)) : null,
          mark: String(version),
        }
      })
      return { result, entries }
    },
    undo: async (call, entries) => {
      const ids = entries.map(({ key }) => String(key['user_id']))
      const beyondReach = await findBeyondReach(call, ids)
      if (beyondReach.size > 0)
        return entries.flatMap((entry) => beyondReachError(entry, beyondReach))
      const now = await readAccounts(call.tx, rows, ids)
      const errors = entries.flatMap((entry): RowError[] => {
        const current = now.get(String(entry.key['user_id']))
        const isSame = current && String(current.version) === entry.mark
        if (!isSame) return [{ row: entry.no, text: prefixTitle(entry, changedSince) }]
        const isUsed = entry.change === 'I' && Boolean(current.row['LOGGED_IN_AT'])
        return isUsed ? [{ row: entry.no, text: prefixTitle(entry, alreadyLoggedIn) }] : []
      })
      if (errors.length > 0) return errors
      await save({ ...call, rows: entries.map(reverseRow) })
      return []
    },
  }
}

async function findBeyondReach(
  { tx, userId }: UndoCall,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tx.query<{ user_id: string }>(sql`
    select u.user_id from app_user u where u.user_id = any(${[...ids]}::text[])
      and not ${isWithinReach(sql`u.user_id`, userId)}`)
  return new Set(found.map((row) => row.user_id))
}

/** Error for a user beyond the reach of the caller (`isWithinReach`). Does not name the user. */
function beyondReachError({ no, key }: StoredEntry, users: ReadonlySet<string>): RowError[] {
  if (!users.has(String(key['user_id']))) return []
  return [{ row: no, column: 'USER_ID', text: userExceedsCaller, isDenied: true }]
}

const userExceedsCaller = label(
  '본인보다 권한이 많은 사용자가 있습니다. 관리자에게 요청하세요.',
  'A user has more permissions than you. Ask an administrator.',
)

function initialValues({ values }: SaveRow): WireRow {
  const { LANG_CD, USE_YN, OWNERS, ALL_OWNERS_YN } = values
  return {
    LANG_CD: LANG_CD ?? 'ko',
    USE_YN: USE_YN ?? 'Y',
    ALL_OWNERS_YN: ALL_OWNERS_YN ?? (OWNERS ? 'N' : null),
  }
}

function reverseRow({ no, change, key, before, mark }: StoredEntry): SaveRow {
  const values = before === null ? { USER_ID: String(key['user_id']) } : JSON.parse(before)
  const flag = change === 'I' ? 'D' : 'U'
  return { no, flag, version: Number(mark), type: 'H', docRef: '', values: values as WireRow }
}
