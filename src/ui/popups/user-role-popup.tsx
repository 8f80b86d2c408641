import { useEffect, useState, type JSX } from 'react'
import { saveUserRoles, userRoles, users } from '#areas/system/operations/user-roles.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { postQuery } from '#ui/remote/query-call.ts'
import { t } from '#ui/base/language.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { showErrors } from '#ui/windows/message.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'
import { refusalText } from '#ui/forms/refusal-text.ts'
import { HelpList, type HelpColumn } from '#ui/forms/value-help.tsx'
import { WorkList } from '#ui/windows/work-list.tsx'

const userColumns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('아이디', 'User ID'), width: '140px' },
  { name: 'NAME', title: label('이름', 'Name'), width: '160px' },
  { name: 'ROLES', title: label('역할', 'Roles'), width: '1fr' },
]

async function findUsers(text: string): Promise<readonly WireRow[]> {
  const typed = text.trim().toLowerCase()
  const found = await postQuery({ source: users }, {})
  return found
    .filter((row) => `${row['USER_ID']} ${row['USER_NM']}`.toLowerCase().includes(typed))
    .map((row) => ({ ...row, CODE: row['USER_ID'] ?? '', NAME: row['USER_NM'] ?? '' }))
}

export function UserRolePopup({ input, close }: PopupPageProps): JSX.Element {
  const [user, setUser] = useState(String(input['USER_ID'] ?? ''))
  if (user !== '') return <Roles user={user} close={close} />
  const choose = (row?: WireRow): void => (row ? setUser(String(row['USER_ID'])) : close())
  return <HelpList columns={userColumns} find={findUsers} close={choose} />
}

interface RolesProps {
  readonly user: string
  readonly close: (row?: WireRow) => void
}

function useRoles(user: string) {
  const [rows, setRows] = useState<readonly WireRow[] | undefined>(undefined)
  const [error, setError] = useState('')
  useEffect(() => {
    postQuery({ source: userRoles }, { USER_ID: user }).then(setRows, (error: unknown) =>
      setError(error instanceof Error ? error.message : String(error)),
    )
  }, [user])
  return { rows, error }
}

function Roles({ user, close }: RolesProps): JSX.Element {
  const { rows, error } = useRoles(user)
  const [changed, setChanged] = useState<ReadonlyMap<string, string>>(new Map())
  const [keys] = useState(() => new SaveKeys())
  const hasRole = (row: WireRow): string => changed.get(roleCode(row)) ?? String(row['HAVE_YN'])

  function toggle(row: WireRow): void {
    setChanged(new Map(changed).set(roleCode(row), hasRole(row) === 'Y' ? 'N' : 'Y'))
  }
  async function save(): Promise<void> {
    const wanted = rows?.filter((row) => hasRole(row) !== row['HAVE_YN']) ?? []
    if (wanted.length === 0) return close()
    const ROWS = wanted.map((row, index) => ({
      NO: index + 1,
      USER_ID: user,
      ROLE_CD: roleCode(row),
      HAVE_YN: hasRole(row),
    }))
    await showErrors(async () => {
      await saveAndNotify(saveUserRoles, ROWS, keys)
      close({ USER_ID: user })
    }, refusalText)
  }
  function onKey(key: string, row: WireRow | undefined): boolean {
    if (key === ' ' && row) toggle(row)
    else if (key === 'Enter') void save()
    else return false
    return true
  }
  return (
    <WorkList
      title={label('역할', 'Roles')}
      about={
        <>
          {t(label('사용자', 'User'))} <b className="mono">{user}</b>
        </>
      }
      rows={error === '' ? rows : []}
      keyColumn="ROLE_CD"
      rowClass="role-row"
      draw={(row) => <RoleCells row={row} has={hasRole(row) === 'Y'} />}
      isTaken={(row) => hasRole(row) === 'Y'}
      empty={error || t(label('역할이 없습니다.', 'No roles.'))}
      foot={t(
        label('↑↓ 이동 · Space 부여/해제 · ↵ 저장', '↑↓ move · Space grant or revoke · ↵ save'),
      )}
      main={{ title: label('저장', 'Save'), keyName: '↵', run: () => void save() }}
      onKey={onKey}
      onPress={toggle}
      close={() => close()}
    />
  )
}

const roleCode = (row: WireRow): string => String(row['ROLE_CD'])

function RoleCells({ row, has }: { readonly row: WireRow; readonly has: boolean }): JSX.Element {
  return (
    <>
      <span aria-hidden="true">{has ? '☑' : '☐'}</span>
      <span className="mono">{row['ROLE_CD']}</span>
      <span>{row['ROLE_NM']}</span>
      <span className="quiet" data-number="">
        {t(label(`메뉴 ${row['MENU_COUNT']}`, formatCount(Number(row['MENU_COUNT']), 'menu')))}
      </span>
    </>
  )
}
