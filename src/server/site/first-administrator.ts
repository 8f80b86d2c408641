import { createInterface } from 'node:readline/promises'
import sql from 'sql-template-tag'
import type { Database, Transaction } from '#server/db/database.ts'
import type { FirstPasswords } from './first-passwords.ts'

export async function hasUsers(db: Database): Promise<boolean> {
  const [row] = await db.query<{ n: number }>(sql`select count(*) n from app_user`)
  return (row?.n ?? 0) > 0
}

export async function addAdministratorRole(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into app_role (role_cd, role_nm, all_yn) values ('ADMIN', '관리자', 'Y')`)
}

/**
 * Sets up an empty site with one warehouse and one administrator. They must change the password at
 * first login unless the operator set a strong one. Prompts for names if run in a terminal.
 */
export async function addFirstAdministrator(
  db: Database,
  passwords: FirstPasswords,
): Promise<void> {
  const answers = await promptNames()
  const { hash, mustChange } = passwords.get('admin') ?? { hash: '', mustChange: true }
  await db.transaction(async (tx) => {
    await addAdministratorRole(tx)
    await tx.execute(sql`insert into site_start default values`)
    await tx.execute(sql`
      insert into warehouse (wcode, warehouse_nm, location_nm)
      values ('W01', ${answers.warehouse}, '')`)
    await tx.execute(sql`
      insert into app_user (user_id, user_nm, password_hash, must_change_yn, all_owners_yn)
      values ('admin', ${answers.administrator}, ${hash}, ${mustChange ? 'Y' : 'N'}, 'Y')`)
    await tx.execute(sql`insert into user_role (user_id, role_cd) values ('admin', 'ADMIN')`)
  })
}

async function promptNames(): Promise<{ administrator: string; warehouse: string }> {
  const names = { administrator: '관리자', warehouse: '본창고' }
  if (!process.stdin.isTTY) return names
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const administrator = await lines.question('첫 관리자 이름 / name of the first administrator: ')
  const warehouse = await lines.question('창고 이름 / name of the warehouse: ')
  lines.close()
  return {
    administrator: administrator.trim() || names.administrator,
    warehouse: warehouse.trim() || names.warehouse,
  }
}
