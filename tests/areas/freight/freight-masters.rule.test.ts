import { describe, expect, test } from 'vitest'
import { businessNumberError } from '#areas/freight/rules/business-number.ts'
import { chargeableKg, revenueTons } from '#areas/freight/rules/cargo-measure.ts'
import { summariseContainers } from '#areas/freight/rules/container-summary.ts'
import {
  containerType,
  containerTypeError,
  containerTypes,
} from '#areas/freight/rules/container-type.ts'
import { rateDayError, findRate, toWon, type RateRow } from '#areas/freight/rules/exchange-rate.ts'
import {
  airWaybillError,
  callSignError,
  companyImoError,
  locodeError,
  scacError,
  vesselImoError,
} from '#areas/freight/rules/transport-codes.ts'

describe('transport numbers', () => {
  test('IMO numbers of vessels and companies have different check digits', () => {
    expect(vesselImoError('9074729')).toBeUndefined()
    expect(vesselImoError('9074728')?.ko).toContain('끝자리 9')
    expect(vesselImoError('907472')).toBeDefined()
    expect(companyImoError('2041999')).toBeUndefined()
    expect(companyImoError('2041998')?.en).toContain('9')
    expect(companyImoError('9074729')).toBeDefined()
  })

  test('an air waybill number ends in its serial modulo 7', () => {
    expect(airWaybillError('180-12345675')).toBeUndefined()
    expect(airWaybillError('18012345675')).toBeUndefined()
    expect(airWaybillError('180-12345674')?.ko).toContain('끝자리 5')
    expect(airWaybillError('180-1234567')).toBeDefined()
  })

  test('a SCAC needs four letters for sea carriers', () => {
    expect(scacError('HDMU')).toBeUndefined()
    expect(scacError('HDM')).toBeDefined()
    expect(scacError('HD', 'ROAD')).toBeUndefined()
    expect(scacError('H1', 'ROAD')).toBeDefined()
  })

  test('a UN/LOCODE has no 0 or 1, and a call sign at most seven characters', () => {
    expect(locodeError('KRPUS')).toBeUndefined()
    expect(locodeError('US2L3')).toBeUndefined()
    expect(locodeError('KRPU1')).toBeDefined()
    expect(locodeError('KRPU')).toBeDefined()
    expect(callSignError('D7AB')).toBeUndefined()
    expect(callSignError('D7-AB')).toBeDefined()
    expect(callSignError('ABCDEFGH')).toBeDefined()
  })

  test('a business number ends in its check digit', () => {
    expect(businessNumberError('124-81-00998')).toBeUndefined()
    expect(businessNumberError('1248100998')).toBeUndefined()
    expect(businessNumberError('124-81-00997')).toBeDefined()
    expect(businessNumberError('124-81-0099')).toBeDefined()
  })
})

describe('container size-types', () => {
  test.each([
    ['22G1', '20′ 드라이', 100],
    ['45G1', '40′ 하이큐브 드라이', 200],
    ['45R1', '40′ 하이큐브 냉동', 200],
    ['22U1', '20′ 오픈탑', 100],
    ['L5G1', '45′ 하이큐브 드라이', 225],
  ])('size-type %s is %s', (code, name, teu) => {
    const type = containerType(code)
    expect([type?.name.ko, type?.teuHundredths]).toEqual([name, teu])
    expect(containerTypes()).toContain(code)
  })

  test('an unknown size-type is rejected', () => {
    expect(containerTypeError('22G9')).toBeDefined()
    expect(containerTypeError('99G1')).toBeDefined()
    expect(containerTypeError('45R1')).toBeUndefined()
  })
})

describe('cargo measures', () => {
  test('revenue tons are the larger of volume and weight', () => {
    expect(revenueTons('12.5', 8300)).toBe('12.5')
    expect(revenueTons('3.2', '8300.5')).toBe('8.3005')
  })

  test('chargeable kilograms are the larger of gross weight and volume divided by 6,000', () => {
    const piece = { count: 3, lengthCm: 120, widthCm: 80, heightCm: 100 }
    expect(chargeableKg([piece], 410)).toBe('480')
  })

  test('chargeable kilograms are rounded up to half kilograms', () => {
    const piece = { count: 1, lengthCm: 100, widthCm: 60, heightCm: 40 }
    const charged = ['0', '40.001', '40.25', '40.5', '40.501', '512.4', '513'].map((gross) =>
      chargeableKg([piece], gross),
    )
    expect(charged).toEqual(['40', '40.5', '40.5', '40.5', '41', '512.5', '513'])
    expect(chargeableKg([{ ...piece, heightCm: 41 }], '0')).toBe('41')
    expect(chargeableKg([{ ...piece, heightCm: 42 }], '0')).toBe('42')
    expect(chargeableKg([], '0')).toBe('0')
  })

  test('booking containers give TEU and words, counting a shared one on its main booking only', () => {
    const rows = [
      { CNTR_TP: '22G1', PART_YN: 'N', MAIN_YN: 'Y', CNTR_QTY: 2 },
      { CNTR_TP: '45G1', PART_YN: 'N', MAIN_YN: 'Y', CNTR_QTY: 1 },
    ] as const
    const summary = summariseContainers(rows)
    expect(summary.teuHundredths).toBe(400)
    expect(summary.words).toBe('THREE (3) CONTAINERS')
    expect(summary.groups.map((group) => group.CNTR_GRP_NM)).toEqual(['22G1 × 2', '45G1 × 1'])
    const shared = { CNTR_TP: '22G1', PART_YN: 'Y', MAIN_YN: 'N', CNTR_QTY: 1 } as const
    expect(summariseContainers([...rows, shared]).words).toBe('THREE (3) CONTAINERS')
    expect(summariseContainers([...rows, { ...shared, MAIN_YN: 'Y' }]).teuHundredths).toBe(500)
    expect(summariseContainers([shared]).words).toBe('')
  })
})

describe('exchange rates', () => {
  const row = (RATE_DT: string, RATE: string, REV_NO = 0): RateRow => ({
    RATE_DT,
    REV_NO,
    RATE_UNIT: 100,
    RATE,
  })

  test('JPY is quoted per 100 units', () => {
    expect(toWon(1_250_000, '940.20', 100)).toBe('11752500')
    expect(toWon('100.55', '1385.5', 1)).toBe('139312.03')
  })

  test('a weekly rate is valid for its week, then the last rate applies with a notice', () => {
    const rows = [row('20261101', '940.20'), row('20261108', '941.00')]
    expect(findRate(rows, 'CUS_IMP', '20261107')).toMatchObject({ row: rows[0], isLate: false })
    expect(findRate(rows, 'CUS_IMP', '20261114')?.message).toBeUndefined()
    const late = findRate(rows, 'CUS_IMP', '20261115')
    expect(late?.row).toBe(rows[1])
    expect(late?.message?.ko).toBe('2026-11-15 환율이 없어 2026-11-08 환율을 적용합니다.')
    expect(findRate(rows, 'CUS_IMP', '20261031')).toBeUndefined()
  })

  test('a Sunday uses Friday’s bank rate, marked as late and in its latest revision', () => {
    const rows = [row('20261106', '940.20'), row('20261106', '940.30', 1)]
    const sunday = findRate(rows, 'TTS', '20261108')
    expect([sunday?.row.RATE, sunday?.isLate]).toEqual(['940.30', true])
    expect(findRate(rows, 'TTS', '20261106')?.isLate).toBe(false)
  })

  test('customs rates start on a Sunday, and bank rates exclude weekends', () => {
    expect(rateDayError('CUS_EXP', '20261108')).toBeUndefined()
    expect(rateDayError('CUS_EXP', '20261109')).toBeDefined()
    expect(rateDayError('TTS', '20261108')?.ko).toContain('토·일요일')
    expect(rateDayError('BASE', '20261109')).toBeUndefined()
  })
})
