import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { randomUUID } from 'node:crypto'
import { containerNumberError } from '#areas/freight/rules/container-number.ts'
import { containerTypeError } from '#areas/freight/rules/container-type.ts'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'
import { rateDayError } from '#areas/freight/rules/exchange-rate.ts'
import {
  companyImoError,
  locodeError,
  scacError,
  vesselImoError,
} from '#areas/freight/rules/transport-codes.ts'
import { mergedIntoText, mergedWithItself } from '#areas/freight/server/customers.ts'
import { immutableRate, ratesAddedText } from '#areas/freight/server/exchange-rates.ts'
import { loadReferenceData } from '#areas/freight/server/load-reference-data.ts'
import { portCountryDiffers, shedOfficeDiffers } from '#areas/freight/server/masters.ts'
import { importMessage } from '#server/engine/table-import.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

const hmm = '에이치엠엠'
const company = '한빛전자'
const wrongCompany = { CARRIER_CD: 'HMM', CARRIER_NM: 'HMM', COMPANY_IMO_NO: '2041998' }

describe('freight master data', () => {
  let site: TestSite
  let user: TestUser
  let filled: readonly string[]
  beforeAll(async () => {
    site = await testSite()
    filled = await loadReferenceData(site.db)
    user = await site.login('admin')
  })
  afterAll(() => site.close())

  const find = async (lookup: string, text: string) => {
    const { body } = await user.call(`/api/pop/commonPopup/select${lookup}`, { SEARCH: text })
    return body.data.map((row) => String(row['CODE']))
  }
  const insert = (name: string, row: Record<string, string | number | null>) =>
    user.save(`freight/save-${name}`, [{ BATCH_FLAG: 'I', USE_YN: 'Y', ...row }])

  test('the currency table has the decimals that the program uses', async () => {
    const rows = await user.query('freight/currency')
    const known = rows.filter((row) => row['MINOR_UNIT'] !== null)
    expect(known.length).toBeGreaterThan(150)
    const differing = known.filter(
      (row) => currencyDecimals(String(row['CURRENCY_CD'])) !== row['MINOR_UNIT'],
    )
    expect(differing).toEqual([])
  })

  test('reference lists are loaded only once', async () => {
    expect(filled).toContain('port')
    expect(await loadReferenceData(site.db)).toEqual([])
    const ports = await user.query('freight/port', { COUNTRY_CD: 'KR' })
    expect(ports.map((row) => row['PORT_CD'])).toEqual(
      expect.arrayContaining(['KRPUS', 'KRPTK', 'KRBNP', 'KRICN']),
    )
    const [yen] = await user.query('freight/currency', { CURRENCY_CD: 'JPY' })
    expect(yen).toMatchObject({ CURRENCY_NM: '일본 엔화', RATE_UNIT: 100, MINOR_UNIT: 0 })
    const [pallet] = await user.query('freight/package-unit', { PACKAGE_CD: 'PX' })
    expect(pallet).toMatchObject({ PACKAGE_NM: '파렛트', SOURCE_CD: 'REC21' })
    expect(await user.query('freight/hs-code', { FIND: '847130' })).toHaveLength(1)
  })

  test('a withdrawn code can be read but is no longer offered', async () => {
    const [guilder] = await user.query('freight/currency', { CURRENCY_CD: 'ANG' })
    expect(guilder?.['WITHDRAWN_DT']).toBe('20250301')
    expect(await find('Currency', 'ANG')).toEqual([])
    expect(await find('Currency', 'XCG')).toEqual(['XCG'])
  })

  test.each(['부산', 'ㅂㅅㅅㅎ', 'qntks', 'krbn', 'busan n'])(
    'a port is found by %s',
    async (text) => {
      expect(await find('Port', text)).toContain('KRBNP')
      const rows = await user.query('freight/port', { FIND: text })
      expect(rows.map((row) => row['PORT_CD'])).toContain('KRBNP')
      expect(rows.length).toBeLessThan(20)
    },
  )

  test.each([
    [
      'vessel',
      { VESSEL_CD: 'V1', VESSEL_NM: 'HYUNDAI HOPE', IMO_NO: '9074728' },
      'IMO_NO',
      vesselImoError('9074728'),
    ],
    [
      'container',
      { CNTR_NO: 'CSQU3054384', CNTR_TP: '22G1' },
      'CNTR_NO',
      containerNumberError('CSQU3054384'),
    ],
    [
      'container',
      { CNTR_NO: 'CSQU3054383', CNTR_TP: '99G1' },
      'CNTR_TP',
      containerTypeError('99G1'),
    ],
    ['carrier', { CARRIER_CD: 'HMM', CARRIER_NM: 'HMM', SCAC: 'HD' }, 'SCAC', scacError('HD')],
    ['carrier', wrongCompany, 'COMPANY_IMO_NO', companyImoError(wrongCompany.COMPANY_IMO_NO)],
    [
      'port',
      { PORT_CD: 'KRPU1', PORT_NM: 'x', PORT_EN: 'x', COUNTRY_CD: 'KR' },
      'PORT_CD',
      locodeError('KRPU1'),
    ],
    [
      'port',
      { PORT_CD: 'KRPUZ', PORT_NM: 'x', PORT_EN: 'x', COUNTRY_CD: 'JP' },
      'COUNTRY_CD',
      portCountryDiffers,
    ],
    [
      'warehouse',
      { SHED_CD: 'S1', SHED_NM: 'x', CUSTOMS_CD: '030', CUSTOMS_SHED_NO: '02006116' },
      'CUSTOMS_SHED_NO',
      shedOfficeDiffers,
    ],
  ])('a %s with an invalid value is rejected at its column', async (name, row, column, text) => {
    const { status, body } = await insert(name, row)
    expect(status).toBe(422)
    expect(body.rows[0]).toMatchObject({ ROW: 1, COLUMN: column })
    expect(body.rows[0]?.POERROR).toContain(String(text?.ko))
  })

  test('a vessel, its carrier and a container are saved and shown with their names', async () => {
    expect(
      (
        await insert('carrier', {
          CARRIER_CD: 'HMM',
          CARRIER_NM: hmm,
          MODE_CD: 'SEA',
          SCAC: 'HDMU',
          COMPANY_IMO_NO: '2041999',
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await insert('vessel', {
          VESSEL_CD: 'HHOPE',
          VESSEL_NM: 'HYUNDAI HOPE',
          IMO_NO: '9074729',
          CARRIER_CD: 'HMM',
        })
      ).status,
    ).toBe(200)
    expect((await insert('container', { CNTR_NO: 'csqu 305438-3', CNTR_TP: '45R1' })).status).toBe(
      200,
    )
    expect(await user.query('freight/vessel', { FIND: '90747' })).toMatchObject([
      { CARRIER_NM: hmm },
    ])
    expect(await user.query('freight/container')).toMatchObject([
      { CNTR_NO: 'CSQU3054383', CNTR_TP_NM: '40′ 하이큐브 냉동' },
    ])
    expect(await find('Carrier', 'ㅇㅇㅊㅇ')).toEqual(['HMM'])
  })

  test.each([
    ['the published number', 'MSCU7512387', true],
    ['a number whose remainder of 10 is written as 0', 'TEMU3054080', true],
    ['a wrong check digit', 'MSCU7512388', false],
    ['a number of HLCU under its former owner code', 'HLCU1234566', true],
    ['a number of HLCU under its own letters', 'HLCU1234568', false],
  ])('a container with %s is saved or rejected at its column', async (_, CNTR_NO, isValid) => {
    const { status, body } = await insert('container', { CNTR_NO, CNTR_TP: '22G1' })
    expect([status, body.rows?.map(({ COLUMN }) => COLUMN)]).toEqual(
      isValid ? [200, undefined] : [422, ['CNTR_NO']],
    )
  })

  test('a code in use cannot be deleted, and its uses are listed', async () => {
    const [row] = await user.query('freight/carrier', { CARRIER_CD: 'HMM' })
    const { status, body } = await user.save('freight/save-carrier', [{ ...row, BATCH_FLAG: 'D' }])
    expect(status).toBe(409)
    expect(body.rows[0]?.POERROR).toContain('선박')
    const used = await user.query('freight/where-used', { LIST_CD: 'carrier', CODE: 'HMM' })
    expect(used).toMatchObject([{ USED_IN: '선박', USED_COUNT: 1, SAMPLE: 'HHOPE' }])
    const ports = await user.query('freight/where-used', { LIST_CD: 'country', CODE: 'KR' })
    expect(ports[0]).toMatchObject({ USED_IN: '항구·공항' })
    expect(Number(ports[0]?.['USED_COUNT'])).toBeGreaterThan(30)
  })

  test.each([
    ['app_user', 'admin'],
    ['owner', 'HANBIT'],
    ['warehouse', 'W01'],
    ['app_role', 'ADMIN'],
    ['customer', 'C0001'],
    ['no_table', 'X'],
  ])('uses in %s cannot be listed, because it is not a code list', async (LIST_CD, CODE) => {
    const search = { SEARCH: { LIST_CD, CODE } }
    const { status, body } = await user.call('/api/wms/freight/where-used', search)
    expect([status, body.data]).toEqual([422, undefined])
  })

  test('uses of a code exclude documents, lines and prices of other warehouses', async () => {
    await site.db.script(`
      insert into bill_month (wcode, owner_cd, bill_month)
        select w, 'HANBIT', '202611' from unnest(array['W01', 'W02']) w;
      insert into invoice (invoice_no, wcode, owner_cd, bill_month, currency_cd, vat_cd, write_dt,
        due_dt, supply_amt, tax_amt, total_amt, created_by)
        select 'IV-' || w, w, 'HANBIT', '202611', 'KRW', 'ZERO', '2026-11-20', '2026-11-20', 1, 0,
          1, 'admin'
        from unnest(array['W01', 'W02']) w;
      alter table invoice_line drop constraint invoice_line_freight;
      insert into invoice_line (invoice_no, line_no, charge_cd, unit_cd, qty, exact_amt, supply_amt,
        tax_amt, from_currency_cd, from_amt, rate_dt, rate_unit, rate)
        select 'IV-' || w, 1, 'EXTRA', 'DOC', 1, 1, 1, 0, 'JPY', 1, '2026-11-20', 1, 1
        from unnest(array['W01', 'W02']) w;
      alter table price_line drop constraint price_line_route;
      insert into price_line (price_cd, version_no, owner_cd, price_wcode, charge_cd, basis_cd,
        unit_cd, unit_price, from_dt, carrier_cd, created_by, updated_by)
        select 'CP-' || coalesce(w, 'ALL'), 1, 'HANBIT', w, 'EXTRA', 'WORK', 'DOC', 1, '2020-01-01', 'HMM',
          'admin', 'admin'
        from unnest(array['W01', 'W02', null]) w`)
    const findUses = async (LIST_CD: string, CODE: string) =>
      user.query('freight/where-used', { LIST_CD, CODE })
    const one = expect.objectContaining({ USED_COUNT: 1, SAMPLE: 'IV-W01' })
    expect(await findUses('currency', 'JPY')).toContainEqual(one)
    const prices = expect.objectContaining({ USED_COUNT: 2, SAMPLE: null })
    expect(await findUses('carrier', 'HMM')).toContainEqual(prices)
  })

  test('a new edition previews its changes, withdraws missing codes and can be undone', async () => {
    const offices = await user.query('freight/customs-office')
    const sheet = offices
      .filter((row) => row['CUSTOMS_CD'] !== '010')
      .map((row) => ({
        CUSTOMS_CD: row['CUSTOMS_CD'] ?? null,
        CUSTOMS_NM: row['CUSTOMS_CD'] === '040' ? 'Incheon Airport' : (row['CUSTOMS_NM'] ?? null),
        EDITION_CD: '2026-11',
      }))
      .concat({ CUSTOMS_CD: '999', CUSTOMS_NM: 'new office', EDITION_CD: '2026-11' })
    const body = {
      PROCEDURE: 'freight/save-customs-office',
      ROWS: sheet.map((row, index) => ({ NO: index + 1, ...row })),
      IMPORT: { FILE_NM: '2026-11.xlsx' },
    }
    const path = '/api/wms/comm/wmsCommon/saveProcedure'
    const tried = await user.call(path, { ...body, DRY_RUN: 'Y' })
    expect(tried.body.message).toBe(
      importMessage({ created: 1, updated: 1, withdrawn: 1, same: sheet.length - 2 }).ko,
    )
    expect(tried.body.data).toMatchObject({ CHANGES: { created: 1, updated: 1, withdrawn: 1 } })
    expect(await user.query('freight/customs-office', { CUSTOMS_CD: '999' })).toEqual([])
    const saved = await user.call(path, body, { 'idempotency-key': randomUUID() })
    expect(saved.status).toBe(200)
    const [seoul] = await user.query('freight/customs-office', { CUSTOMS_CD: '010' })
    expect(seoul).toMatchObject({ CUSTOMS_NM: '서울세관', EDITION_CD: '2026-11' })
    expect(seoul?.['WITHDRAWN_DT']).toMatch(/^\d{8}$/)
    expect(await find('CustomsOffice', '010')).toEqual([])
    const created = await user.call('/api/import/list', { PROCEDURES: [body.PROCEDURE] })
    const number = created.body.data[0]?.['IMPORT_NO'] ?? null
    const undone = await user.call(
      '/api/import/undo',
      { IMPORT_NO: number },
      { 'idempotency-key': randomUUID() },
    )
    expect(undone.status).toBe(200)
    expect(await user.query('freight/customs-office', { CUSTOMS_CD: '999' })).toEqual([])
    expect(await find('CustomsOffice', '010')).toEqual(['010'])
  })

  describe('exchange rates', () => {
    const rate = (row: Record<string, string | number | null>) =>
      user.save('freight/save-exchange-rate', [
        {
          BATCH_FLAG: 'I',
          CURRENCY_CD: 'JPY',
          KIND_CD: 'CUS_IMP',
          RATE_DT: '20261101',
          RATE: 940.2,
          ...row,
        },
      ])
    const convertToWon = async (kind: string, day: string, amount: number) => {
      const [row] = await site.db.query<{ won: string }>(sql`
        select trim_scale(won_of(${kind}, 'JPY', ${day}::date, ${amount}::numeric))::text won`)
      return row?.won
    }

    test('exchange rates apply to the currency unit for one week, then as the last known rate', async () => {
      expect((await rate({})).body.message).toBe(ratesAddedText(1, 0).ko)
      expect(await convertToWon('CUS_IMP', '20261104', 1_250_000)).toBe('11752500')
      expect(await convertToWon('CUS_IMP', '20261031', 1)).toBeNull()
      const rates = (DAY: string) => user.query('freight/rates-of-day', { KIND_CD: 'CUS_IMP', DAY })
      expect(await rates('20261107')).toMatchObject([{ RATE: 940.2, RATE_UNIT: 100, LATE_YN: 'N' }])
      expect(await rates('20261108')).toMatchObject([{ RATE_DT: '20261101', LATE_YN: 'Y' }])
    })

    test('exchange rates cannot be overwritten, and a different value is a new revision with a reason', async () => {
      expect((await rate({})).body.message).toBe(ratesAddedText(0, 1).ko)
      const missingReason = await rate({ RATE: 941 })
      expect(missingReason.body.rows[0]).toMatchObject({ COLUMN: 'REMARK' })
      expect((await rate({ RATE: 941, REMARK: 'notice corrected' })).status).toBe(200)
      expect(await convertToWon('CUS_IMP', '20261101', 100)).toBe('941')
      const [row] = await user.query('freight/exchange-rate', { KIND_CD: 'CUS_IMP' })
      const changed = await user.save('freight/save-exchange-rate', [
        { ...row, BATCH_FLAG: 'U', RATE: 1 },
      ])
      expect(changed.body.rows[0]?.POERROR).toBe(immutableRate.ko)
      await expect(site.db.script('update exchange_rate set rate = 1')).rejects.toThrow()
    })

    test('exchange rates correct the unit of a rate with the same value', async () => {
      const base = { KIND_CD: 'BASE', RATE_DT: '20261102' }
      expect((await rate({ ...base, RATE_UNIT: 1 })).status).toBe(200)
      expect(await convertToWon('BASE', '20261102', 1000)).toBe('940200')
      expect((await rate({ ...base, RATE_UNIT: 100, REMARK: 'per 100' })).status).toBe(200)
      expect(await convertToWon('BASE', '20261102', 1000)).toBe('9402')
    })

    test('exchange rates reject a Sunday for banks and a Monday for customs', async () => {
      const sunday = await rate({ KIND_CD: 'TTS', RATE_DT: '20261108' })
      expect(sunday.body.rows[0]).toMatchObject({ COLUMN: 'RATE_DT' })
      const monday = await rate({ RATE_DT: '20261109' })
      expect(monday.body.rows[0]?.POERROR).toBe(rateDayError('CUS_IMP', '20261109')?.ko)
    })
  })

  describe('customers', () => {
    const head = (row: Record<string, string | number | null>, DOC_REF = 'n1') => ({
      BATCH_FLAG: 'I',
      ROW_TYPE: 'H',
      DOC_REF,
      USE_YN: 'Y',
      ...row,
    })
    const line = (row: Record<string, string | number | null>, DOC_REF = 'n1') => ({
      BATCH_FLAG: 'I',
      ROW_TYPE: 'L',
      DOC_REF,
      USE_YN: 'Y',
      ...row,
    })
    const save = (rows: Record<string, string | number | null>[]) =>
      user.save('freight/save-customer', rows)

    test('customers get a number if no code is typed, with places and contacts in the same save', async () => {
      const created = await save([
        head({
          CUSTOMER_NM: company,
          ABBR_NM: 'Hanbit',
          BIZ_NO: '1248100998',
          SHIPPER_YN: 'Y',
          CREDIT_LIMIT: 50_000_000,
        }),
        line({ PLACE_CD: 'HEAD', ADDRESS: 'Jung-gu, Seoul' }),
        line({ PLACE_CD: 'CONTACT', PERSON_NM: 'Kim Hana', EMAIL: 'hana@example.com' }),
      ])
      expect(created.status).toBe(200)
      const code = created.body.data.rows[0]?.['CUSTOMER_CD'] ?? null
      expect(code).toMatch(/^C\d{4}-00001$/)
      const places = await user.query('freight/customer-lines', { CUSTOMER_CD: code })
      expect(places).toMatchObject([{ LINE_NO: 1 }, { LINE_NO: 2, PERSON_NM: 'Kim Hana' }])
      for (const text of ['ㅎㅂㅈㅈ', '124-81-00998', String(code), 'gksqlc']) {
        expect(await user.query('freight/customer-search', { FIND: text }), text).toMatchObject([
          { CUSTOMER_NM: company, ADDRESS: 'Jung-gu, Seoul' },
        ])
      }
      const wrong = await save([head({ CUSTOMER_NM: 'x', BIZ_NO: '1248100997' })])
      expect(wrong.body.rows[0]).toMatchObject({ COLUMN: 'BIZ_NO' })
    })

    test('duplicates are shown and merged, and the old code resolves to the remaining one', async () => {
      await save([
        head({ CUSTOMER_CD: 'HB2', CUSTOMER_NM: `(주) ${company}` }),
        line({ PLACE_CD: 'PICKUP', ADDRESS: 'Pyeongtaek' }),
        head({ CUSTOMER_CD: 'HB3', CUSTOMER_NM: 'Hanbit Logistics' }, 'n2'),
      ])
      const [double] = await user.query('freight/customer-search', { CUSTOMER_CD: 'HB2' })
      const stays = double?.['DOUBLE_CD'] ?? null
      expect(stays).toMatch(/^C/)
      const merge = (CUSTOMER_CD: string, MERGED_TO_CD: typeof stays) =>
        user.save('freight/merge-customers', [{ CUSTOMER_CD, MERGED_TO_CD }])
      expect((await merge('HB3', 'HB2')).status).toBe(200)
      expect((await merge('HB2', 'HB2')).body.rows[0]?.POERROR).toBe(mergedWithItself.ko)
      expect((await merge('HB2', 'HB3')).body.rows[0]?.POERROR).toBe(mergedIntoText('HB2').ko)
      expect((await merge('HB2', stays)).status).toBe(200)
      const merged = await user.query('freight/customer', { MERGED_TO_CD: stays })
      expect(merged.map((row) => row['CUSTOMER_CD'])).toEqual(['HB2', 'HB3'])
      const exact = await user.call('/api/pop/commonPopup/selectCustomer', {
        SEARCH: 'hb3',
        EXACT: 'Y',
      })
      expect(exact.body.data).toMatchObject([{ CODE: stays }])
      const places = await user.query('freight/customer-lines', { CUSTOMER_CD: stays })
      expect(places.map((row) => row['ADDRESS'])).toContain('Pyeongtaek')
    })
  })
})
