import sql from 'sql-template-tag'
import type { TestSite, TestUser } from './app.ts'
import {
  addSheds,
  arrive,
  createClearedCargo,
  expectCargo,
  ok,
  open,
  release,
  saveRow,
} from './customs-floor.ts'

export interface OtherBonded {
  bondNo: string
  error: string
  inLine: string
  outLine: string
  basis: string
  correction: number
  answer: number
}

/** Creates cargo of both owners at every step and returns the keys of HANBIT's. */
export async function addBondedOfBothOwners(site: TestSite, admin: TestUser): Promise<OtherBonded> {
  await addSheds(admin)
  await addCargos(site, admin, 'GIFT')
  return addCargos(site, admin, 'HANBIT')
}

async function addCargos(site: TestSite, admin: TestUser, OWNER_CD: string): Promise<OtherBonded> {
  const head = { OWNER_CD }
  const held = await expectCargo(admin, 'PLAIN', head)
  const error = await arrive(admin, held, { NOW_PKG_QTY: 87 })
  const bondNo = await expectCargo(admin, 'PLAIN', head)
  const filed = await arrive(admin, bondNo)
  await open(admin, bondNo, 44, 440)
  const change = { BATCH_FLAG: 'I', BOND_NO: bondNo, NEW_PKG_QTY: 90, REASON: 'x' }
  await saveRow(admin, 'save-corrections', [change])
  const [correction] = await admin.query('bonded/corrections', { BOND_NO: bondNo })
  const leaving = await createClearedCargo(admin, 'PLAIN', head)
  ok(await release(admin, leaving.basisId, 'PLAIN', { NOW_PKG_QTY: 44 }))
  const [out] = await admin.query('bonded/out-lines', { BOND_NO: leaving.bondNo })
  const { basisId } = await createClearedCargo(admin, 'PLAIN', head)
  await site.db.execute(sql`
    with kept as (
      insert into bonded_answer (wcode, owner_cd, bond_no, result_cd, asked_by_no, tries, user_id)
      values ('W01', ${OWNER_CD}, ${bondNo}, 'OK', 'x', 1, 'admin') returning answer_id)
    insert into bonded_difference (answer_id, field_cd, ours, theirs)
    select answer_id, 'PKG_QTY', '88', '90' from kept`)
  return {
    bondNo,
    error: String(error['FAULT_NO']),
    inLine: String(filed['LINE_ID']),
    outLine: String(out?.['LINE_ID']),
    basis: basisId,
    correction: Number(correction?.['CORRECTION_NO']),
    answer: Number(
      (await admin.query('bonded/customs-answers', { BOND_NO: bondNo }))[0]?.['ANSWER_ID'],
    ),
  }
}
