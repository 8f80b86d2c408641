import sql from 'sql-template-tag'
import type { TestSite, TestUser } from './app.ts'
import {
  addSheds,
  arrive,
  clearedCargo,
  expectCargo,
  good,
  open,
  release,
  saved,
} from './customs-floor.ts'

/** What names the goods under customs of the owner that a customer must not reach. */
export interface OtherBonded {
  bondNo: string
  /** A fault report that is open. */
  fault: string
  /** A filed arrival, and a filed release. */
  inLine: string
  outLine: string
  /** A ground that nothing has left on. */
  basis: string
  /** A correction that waits. */
  correction: number
  /** What customs answered, with one difference. */
  answer: number
}

/** Cargo of both owners at every step of its way; returns what names HANBIT's. */
export async function addBondedOfBothOwners(site: TestSite, admin: TestUser): Promise<OtherBonded> {
  await addSheds(admin)
  await addCargos(site, admin, 'GIFT')
  return addCargos(site, admin, 'HANBIT')
}

async function addCargos(site: TestSite, admin: TestUser, OWNER_CD: string): Promise<OtherBonded> {
  const head = { OWNER_CD }
  const held = await expectCargo(admin, 'PLAIN', head)
  const fault = await arrive(admin, held, { NOW_PKG_QTY: 87 })
  const bondNo = await expectCargo(admin, 'PLAIN', head)
  const filed = await arrive(admin, bondNo)
  await open(admin, bondNo, 44, 440)
  const change = { BATCH_FLAG: 'I', BOND_NO: bondNo, NEW_PKG_QTY: 90, REASON: 'x' }
  await saved(admin, 'save-corrections', [change])
  const [asked] = await admin.query('bonded/corrections', { BOND_NO: bondNo })
  const leaving = await clearedCargo(admin, 'PLAIN', head)
  good(await release(admin, leaving.basisId, 'PLAIN', { NOW_PKG_QTY: 44 }))
  const [out] = await admin.query('bonded/out-lines', { BOND_NO: leaving.bondNo })
  const { basisId } = await clearedCargo(admin, 'PLAIN', head)
  await site.db.execute(sql`
    with kept as (
      insert into bonded_answer (wcode, owner_cd, bond_no, result_cd, asked_by_no, tries, user_id)
      values ('W01', ${OWNER_CD}, ${bondNo}, 'OK', 'x', 1, 'admin') returning answer_id)
    insert into bonded_difference (answer_id, field_cd, ours, theirs)
    select answer_id, 'PKG_QTY', '88', '90' from kept`)
  return {
    bondNo,
    fault: String(fault['FAULT_NO']),
    inLine: String(filed['LINE_ID']),
    outLine: String(out?.['LINE_ID']),
    basis: basisId,
    correction: Number(asked?.['CORRECTION_NO']),
    answer: Number(
      (await admin.query('bonded/customs-answers', { BOND_NO: bondNo }))[0]?.['ANSWER_ID'],
    ),
  }
}
