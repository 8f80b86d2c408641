import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm, mode_cd, scac, iata_cd) values
      ('HMM', 'HMM', 'SEA', 'HDMU', null), ('KE', 'KE', 'AIR', null, 'KE');
    insert into vessel (vessel_cd, vessel_nm, carrier_cd) values ('HOPE', 'HOPE', 'HMM');
    insert into customer (customer_cd, customer_nm) values ('SHIP', 'Shipper'), ('CONS', 'Consignee');
    insert into booking (book_dt, booking_id, wcode, carrier_cd, booking_no, state_cd, mode_cd, load_cd,
      pol_cd, pod_cd, vessel_cd, voyage_no, shipper_cd, consignee_cd, package_qty, weight_kg) values
      ('2026-03-01', 'SEA', 'W01', 'HMM', 'B1', 'CONFIRMED', 'SEA', 'FCL', 'KRPUS', 'USLAX', 'HOPE', '012E',
        'SHIP', 'CONS', 240, 3180.5),
      ('2026-03-01', 'AIR', 'W01', 'KE', 'B2', 'CONFIRMED', 'AIR', 'AIR', 'KRPUS', 'USLAX', null, 'KE017',
        'SHIP', 'CONS', 12, 95),
      ('2026-03-01', 'BARE', 'W01', 'HMM', null, 'RECEIVED', 'SEA', 'FCL', 'KRPUS', 'USLAX', null, null, null,
        null, null, null),
      ('2026-03-01', 'GONE', 'W01', 'HMM', null, 'CANCELLED', 'SEA', 'FCL', 'KRPUS', 'USLAX', null, null, null,
        null, null, null)`)
  user = await site.login('admin')
})
afterAll(() => site.close())
beforeEach(() =>
  site.db.script(`
    alter table bill_amendment disable trigger all; alter table bill disable trigger bill_kept;
    delete from bill_amendment; delete from bill;
    alter table bill_amendment enable trigger all; alter table bill enable trigger bill_kept;
    delete from auto_number where rule_cd in ('BILL', 'HOUSE_BILL')`),
)

const containers = ['CSQU3054383', 'MSKU6011672', 'WDFU3011856'] as const
const head = (ref: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  ROW_TYPE: 'H',
  DOC_REF: ref,
  BOOKING_ID: 'SEA',
  KIND_CD: 'HBL',
  ...extra,
})
const line = (ref: string, CNTR_NO: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  ROW_TYPE: 'L',
  DOC_REF: ref,
  CNTR_NO,
  CNTR_TP: '22G1',
  SEAL_NO: 'S1',
  ...extra,
})
const save = (...rows: Row[]) => user.save('freight/save-bill', rows)
const saveNewBill = async (extra: Row = {}, lines: Row[] = []) => {
  const { status, body } = await save(head('n1', extra), ...lines)
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body.data.rows[0]?.['BILL_ID'])
}
const step = (name: string, ...rows: Row[]) => user.save(`freight/${name}-bill`, rows)
const stepOrThrow = async (name: string, row: Row) => {
  const { status, body } = await step(name, row)
  expect(status, JSON.stringify(body)).toBe(200)
}
const read = async (BILL_ID: string) => (await user.query('freight/bill', { BILL_ID }))[0]
const changedRow = async (BILL_ID: string, extra: Row) => {
  const was = await read(BILL_ID)
  return { ...was, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF: BILL_ID, ...extra }
}
const errorPlaces = (response: Parameters<typeof rowErrors>[0]) =>
  rowErrors(response).map(([row, column]) => [row, column])
const createConfirmedBill = async (extra: Row = {}, lines: Row[] = []) => {
  const id = await saveNewBill(extra, lines)
  await stepOrThrow('confirm', { BILL_ID: id })
  return id
}

describe('a draft', () => {
  test('a draft copies its booking and spells out the number of containers', async () => {
    const id = await saveNewBill({}, [
      line('n1', containers[0]),
      line('n1', containers[1], { CNTR_TP: '45G1' }),
      line('n1', containers[2], { PART_YN: 'Y', MAIN_YN: 'N' }),
    ])
    expect(await read(id)).toMatchObject({
      STATE_CD: 'DRAFT',
      BILL_NO: null,
      SHIPPER_CD: 'SHIP',
      POD_CD: 'USLAX',
      VOYAGE_NO: '012E',
      PACKAGE_QTY: 240,
      CNTR_WORDS: 'TWO (2) CONTAINERS',
    })
  })

  test('an air waybill has the flight of its booking and a formatted number', async () => {
    const id = await saveNewBill({ BOOKING_ID: 'AIR', KIND_CD: 'MAWB', BILL_NO: '18012345675' })
    expect(await read(id)).toMatchObject({ BILL_NO: '180-12345675', FLIGHT_NO: 'KE017' })
  })

  test.each<[string, Row, string]>([
    ['a bill of lading of an air booking', { BOOKING_ID: 'AIR' }, 'KIND_CD'],
    ['an air waybill of a sea booking', { KIND_CD: 'HAWB' }, 'KIND_CD'],
    ['a typed house number', { BILL_NO: 'H1' }, 'BILL_NO'],
    ['a cancelled booking', { BOOKING_ID: 'GONE' }, 'BOOKING_ID'],
    ['an unknown booking', { BOOKING_ID: 'NONE' }, 'BOOKING_ID'],
    ['the same port twice', { POD_CD: 'KRPUS' }, 'POD_CD'],
    ['a flight for a sea booking', { FLIGHT_NO: 'KE1' }, 'FLIGHT_NO'],
    ['an unknown vessel', { VESSEL_CD: 'NONE' }, 'VESSEL_CD'],
    [
      'a wrong check digit',
      { BOOKING_ID: 'AIR', KIND_CD: 'MAWB', BILL_NO: '180-12345674' },
      'BILL_NO',
    ],
  ])('a draft is rejected with %s', async (_, more, column) => {
    expect(errorPlaces(await save(head('n1', more)))).toContainEqual([1, column])
  })

  test('a draft with the number of another bill is rejected', async () => {
    await saveNewBill({ KIND_CD: 'MBL', BILL_NO: 'M1' })
    expect(errorPlaces(await save(head('n1', { KIND_CD: 'MBL', BILL_NO: 'M1' })))).toEqual([
      [1, 'BILL_NO'],
    ])
  })

  test('a draft can be deleted with its containers', async () => {
    const id = await saveNewBill({}, [line('n1', containers[0])])
    const response = await save(await changedRow(id, { BATCH_FLAG: 'D' }))
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    expect(await user.query('freight/bill-lines', { BILL_ID: id })).toEqual([])
  })
})

describe('a container', () => {
  test('a container is rejected with a wrong check digit and on an air waybill', async () => {
    const wrong = await save(head('n1'), line('n1', 'CSQU3054384'))
    expect(errorPlaces(wrong)).toEqual([[2, 'CNTR_NO']])
    const air = await save(
      head('n1', { BOOKING_ID: 'AIR', KIND_CD: 'HAWB' }),
      line('n1', containers[0]),
    )
    expect(errorPlaces(air)).toEqual([[2, 'CNTR_NO']])
  })

  test('a container can be on only one valid bill of a kind and voyage', async () => {
    const first = await saveNewBill({}, [line('n1', containers[0])])
    const saveAgain = () => save(head('n2'), line('n2', containers[1]), line('n2', containers[0]))
    expect(errorPlaces(await saveAgain())).toEqual([[3, 'CNTR_NO']])
    await saveNewBill({ KIND_CD: 'MBL' }, [line('n1', containers[0])])
    await saveNewBill({ VOYAGE_NO: '013E' }, [line('n1', containers[0])])
    await stepOrThrow('cancel', { BILL_ID: first, REASON: 'wrong' })
    expect((await saveAgain()).status).toBe(200)
  })

  test('a container cannot appear twice on one bill or on two bills of one save', async () => {
    const same = await save(head('n1'), line('n1', containers[0]), line('n1', containers[0]))
    expect(errorPlaces(same)).toEqual([
      [2, 'CNTR_NO'],
      [3, 'CNTR_NO'],
    ])
    const two = await save(
      head('n1'),
      line('n1', containers[0]),
      head('n2'),
      line('n2', containers[0]),
    )
    expect(errorPlaces(two)).toEqual([
      [2, 'CNTR_NO'],
      [4, 'CNTR_NO'],
    ])
  })

  test('a container can be on several bills only if all of them share it', async () => {
    await saveNewBill({}, [line('n1', containers[0], { PART_YN: 'Y' })])
    await saveNewBill({}, [line('n1', containers[0], { PART_YN: 'Y', MAIN_YN: 'N' })])
    expect(errorPlaces(await save(head('n1'), line('n1', containers[0])))).toEqual([[2, 'CNTR_NO']])
  })

  test('a bill cannot move to a voyage on which another bill has its container', async () => {
    await saveNewBill({}, [line('n1', containers[0])])
    const other = await saveNewBill({ VOYAGE_NO: '013E' }, [line('n1', containers[0])])
    expect(errorPlaces(await save(await changedRow(other, { VOYAGE_NO: '012E' })))).toEqual([
      [1, 'VOYAGE_NO'],
    ])
  })

  test('a bill without its vessel does not hide that a container is on another', async () => {
    const id = await createConfirmedBill({}, [line('n1', containers[0])])
    const draft = await saveNewBill()
    expect((await save(await changedRow(draft, { VESSEL_CD: null }))).status).toBe(200)
    expect(errorPlaces(await save(line(draft, containers[0])))).toEqual([[1, 'CNTR_NO']])
    await stepOrThrow('cancel', { BILL_ID: id, REASON: 'x' })
    expect((await save(line(draft, containers[0]))).status).toBe(200)
  })

  test('one of two concurrent saves gets the container', async () => {
    const responses = await Promise.all(
      ['n1', 'n2'].map((ref) => save(head(ref), line(ref, containers[0]))),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const rows = await site.db.query(sql`select from bill_container`)
    expect(rows).toHaveLength(1)
  })
})

describe('a confirmation', () => {
  test('a confirmation assigns house numbers without gaps, and a second one is rejected', async () => {
    const [first, second] = [
      await createConfirmedBill(),
      await createConfirmedBill({ BOOKING_ID: 'AIR', KIND_CD: 'HAWB' }),
    ]
    const numbers = [await read(first), await read(second)].map((row) => String(row?.['BILL_NO']))
    expect(numbers.map((no) => no.slice(-4))).toEqual(['0001', '0002'])
    expect(errorPlaces(await step('confirm', { BILL_ID: first }))).toEqual([[1, 'BILL_ID']])
    expect(errorPlaces(await step('confirm', { BILL_ID: 'NONE' }))).toEqual([[1, 'BILL_ID']])
    const draft = await saveNewBill()
    const twice = await step('confirm', { BILL_ID: draft }, { BILL_ID: draft })
    expect(errorPlaces(twice)).toEqual([[2, 'BILL_ID']])
    expect(await read(draft)).toMatchObject({ STATE_CD: 'DRAFT', BILL_NO: null })
  })

  test('a confirmation names every missing field of the bill', async () => {
    const id = await saveNewBill({ BOOKING_ID: 'BARE', KIND_CD: 'MBL' })
    const columns = errorPlaces(await step('confirm', { BILL_ID: id })).map(([, column]) => column)
    expect(columns).toEqual([
      'BILL_NO',
      'SHIPPER_CD',
      'CONSIGNEE_CD',
      'PACKAGE_QTY',
      'WEIGHT_KG',
      'VOYAGE_NO',
    ])
  })

  test('a confirmation makes the bill and its containers final', async () => {
    const id = await createConfirmedBill({}, [line('n1', containers[0])])
    const [stored] = await user.query('freight/bill-lines', { BILL_ID: id })
    const [cargo, box, gone] = await Promise.all([
      save(await changedRow(id, { WEIGHT_KG: 1 })),
      save({ ...stored, BATCH_FLAG: 'U', ROW_TYPE: 'L', DOC_REF: id, SEAL_NO: 'S2' }),
      save(await changedRow(id, { BATCH_FLAG: 'D' })),
    ])
    expect([cargo, box, gone].map(errorPlaces)).toEqual([
      [[1, 'STATE_CD']],
      [[1, 'CNTR_NO']],
      [[1, 'STATE_CD']],
    ])
  })
})

describe('columns of a bill', () => {
  test('an air waybill has the prefix of its airline', async () => {
    await site.db.script(`update carrier set awb_prefix = '180' where carrier_cd = 'KE'`)
    const air = { BOOKING_ID: 'AIR', KIND_CD: 'MAWB' }
    const other = await save(head('n1', { ...air, BILL_NO: '988-12345675' }))
    expect(rowErrors(other)).toEqual([[1, 'BILL_NO', expect.stringContaining('180')]])
    await saveNewBill({ ...air, BILL_NO: '180-12345675' })
    await site.db.script(`update carrier set awb_prefix = null where carrier_cd = 'KE'`)
  })

  test('a booking with bills keeps its mode of transport', async () => {
    await saveNewBill()
    const [booking] = await user.query('freight/booking', { BOOKING_ID: 'SEA' })
    const air = { ...booking, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF: 'SEA', MODE_CD: 'AIR' }
    expect(errorPlaces(await user.save('freight/save-booking', [air]))).toEqual([[1, 'MODE_CD']])
  })

  test('a confirmation warns of containers that do not add up to the bill', async () => {
    const packedLine = (at: 0 | 1, PACKAGE_QTY: number, WEIGHT_KG: number) =>
      line('n1', containers[at], { PACKAGE_QTY, WEIGHT_KG })
    const wrong = await saveNewBill({}, [packedLine(0, 100, 1500), packedLine(1, 130, 1680.5)])
    const { body } = await step('confirm', { BILL_ID: wrong })
    expect(body.message).toContain('240')
    expect(body.message).toContain('230')
    expect(body.message).not.toContain('3,180.5')
    await stepOrThrow('cancel', { BILL_ID: wrong, REASON: 'x' })
    const right = await saveNewBill({}, [packedLine(0, 100, 1500), packedLine(1, 140, 1680.5)])
    const confirmation = await step('confirm', { BILL_ID: right })
    expect(confirmation.body.message).not.toContain('240')
  })
})

describe('an amendment', () => {
  test('an amendment preserves the former version with its reason and the house number', async () => {
    const id = await createConfirmedBill({}, [line('n1', containers[0])])
    const number = (await read(id))?.['BILL_NO']
    await stepOrThrow('amend', { BILL_ID: id, REASON: 'weight' })
    expect((await save(await changedRow(id, { WEIGHT_KG: 3000 }))).status).toBe(200)
    await stepOrThrow('confirm', { BILL_ID: id })
    expect(await read(id)).toMatchObject({
      BILL_NO: number,
      STATE_CD: 'CONFIRMED',
      AMENDMENT_NO: 1,
      WEIGHT_KG: 3000,
    })
    expect(await user.query('freight/bill-amendments', { BILL_ID: id })).toMatchObject([
      {
        AMENDMENT_NO: 1,
        REASON: 'weight',
        BILL_NO: number,
        WEIGHT_KG: 3180.5,
        CREATED_BY: 'admin',
      },
    ])
  })

  test('an amendment needs a confirmed bill and a reason, and its draft cannot be deleted', async () => {
    const draft = await saveNewBill()
    expect(errorPlaces(await step('amend', { BILL_ID: draft, REASON: 'x' }))).toEqual([
      [1, 'BILL_ID'],
    ])
    const id = await createConfirmedBill()
    expect(errorPlaces(await step('amend', { BILL_ID: id }))).toEqual([[1, 'REASON']])
    await stepOrThrow('amend', { BILL_ID: id, REASON: 'x' })
    expect(errorPlaces(await save(await changedRow(id, { BATCH_FLAG: 'D' })))).toEqual([
      [1, 'STATE_CD'],
    ])
    expect(errorPlaces(await save(await changedRow(id, { KIND_CD: 'MBL' })))).toEqual([
      [1, 'KIND_CD'],
    ])
  })
})

test('a cancellation needs a reason and happens once', async () => {
  const id = await createConfirmedBill()
  expect(errorPlaces(await step('cancel', { BILL_ID: id }))).toEqual([[1, 'REASON']])
  await stepOrThrow('cancel', { BILL_ID: id, REASON: 'rolled' })
  expect(await read(id)).toMatchObject({ STATE_CD: 'CANCELLED', CANCEL_REASON: 'rolled' })
  for (const name of ['cancel', 'confirm', 'amend'])
    expect(errorPlaces(await step(name, { BILL_ID: id, REASON: 'x' }))).toEqual([[1, 'BILL_ID']])
})

test('a gap in the house numbers is a finding, one in our own numbers is not', async () => {
  const findNumberGaps = async () =>
    (await verifyLedger(site.db)).find(({ name }) => name === 'No gaps in document numbers')
  await createConfirmedBill()
  await saveNewBill()
  await site.db.execute(sql`update auto_number set last_no = last_no + 1 where rule_cd = 'BILL'`)
  expect(await findNumberGaps()).toMatchObject({ breaches: [] })
  await site.db.execute(
    sql`update auto_number set last_no = last_no + 1 where rule_cd = 'HOUSE_BILL'`,
  )
  expect((await findNumberGaps())?.breaches).toHaveLength(1)
})

test.each([
  ['bill_fixed', `update bill set weight_kg = 1`],
  ['bill_fixed', `delete from bill`],
  ['bill_fixed', `update bill set state_cd = 'DRAFT'`],
  ['bill_container_fixed', `update bill_container set seal_no = 'S2'`],
  ['bill_container_fixed', `delete from bill_container`],
])('the database rejects with %s: %s', async (constraint, statement) => {
  await createConfirmedBill({}, [line('n1', containers[0])])
  await expect(site.db.script(statement)).rejects.toMatchObject({ constraint })
})

test('a bill prints with its number, containers and words; a cancelled one does not', async () => {
  const id = await createConfirmedBill({}, [line('n1', containers[0])])
  const print = () => user.call('/api/print/freight/bill-print', { ROWS: [{ BILL_ID: id }] })
  const paper = await print()
  expect(paper.status).toBe(200)
  const text = readPdfText(paper.bytes).join(' ')
  for (const part of [String((await read(id))?.['BILL_NO']), containers[0], 'ONE (1) CONTAINER'])
    expect(text).toContain(part)
  await stepOrThrow('cancel', { BILL_ID: id, REASON: 'x' })
  expect((await print()).status).toBe(409)
})

test('owner-restricted users have no access', async () => {
  const id = await createConfirmedBill()
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'CmsBill', '{search,save,print}')`)
  const bound = await site.login('customer')
  const responses = await Promise.all([
    bound.save('freight/cancel-bill', [{ BILL_ID: id, REASON: 'x' }]),
    bound.call('/api/print/freight/bill-print', { ROWS: [{ BILL_ID: id }] }),
    bound.call('/api/wms/freight/bill', { SEARCH: {} }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
})
