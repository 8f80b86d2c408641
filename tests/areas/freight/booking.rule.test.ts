import { describe, expect, test } from 'vitest'
import { alarmThreshold, cutoffErrors } from '#areas/freight/rules/booking.ts'
import { canAmend, canChangeState } from '#areas/freight/rules/booking-status.ts'
import { readConfirmation, parseDateTime } from '#areas/freight/rules/read-confirmation.ts'
import { siteAddress, siteAddressError } from '#areas/freight/rules/site-address.ts'

describe('booking states', () => {
  test.each([
    ['RECEIVED', 'CONFIRMED', true],
    ['RECEIVED', 'DECLINED', false],
    ['CONFIRMED', 'DECLINED', true],
    ['CONFIRMED', 'REJECTED', false],
    ['COMPLETED', 'CONFIRMED', false],
    ['NOSUCH', 'CONFIRMED', false],
  ])('states follow DCSA in one direction: from %s to %s is allowed: %s', (from, to, isAllowed) => {
    expect(canChangeState(from, to)).toBe(isAllowed)
  })

  test.each([
    ['CONFIRMED', 'AMENDMENT_RECEIVED', true],
    ['RECEIVED', 'AMENDMENT_RECEIVED', false],
    ['CONFIRMED', 'AMENDMENT_CONFIRMED', false],
  ])(
    'booking states allow amendments only to a confirmed booking: %s with %s is allowed: %s',
    (state, to, isAllowed) => {
      expect(canAmend(state, 'NONE', to)).toBe(isAllowed)
    },
  )
})

describe('cut-offs', () => {
  test('cut-offs raise alarms 48, 24 and 4 hours ahead', () => {
    expect([49, 48, 24.1, 24, 4, 0, -0.1].map(alarmThreshold)).toEqual([
      undefined,
      48,
      48,
      24,
      4,
      4,
      0,
    ])
  })

  test('cut-offs allow an LCL cut-off only for a CFS', () => {
    expect(cutoffErrors({ LCO: '20261208000000' }, 'CY').map(({ column }) => column)).toEqual([
      'LCO',
    ])
    expect(cutoffErrors({ LCO: '20261208000000' }, 'CFS')).toEqual([])
  })
})

describe('a pasted confirmation', () => {
  test('proposes the values it contains, in English and Korean', () => {
    const text = `HMM BOOKING CONFIRMATION
Booking No: PUS1234567
Vessel: Hyundai Hope
Voyage No : 012E
Port of Loading: BUSAN, KOREA (KRPUS)
ETD: 2026-12-10 18:00
ETA : 24-DEC-2026 07:30
서류마감: 2026/12/09 12:00
VGM Cut-off: 09 Dec 2026 15:00
CY Closing: 2026.12.09
Remarks: please note the ETD may change`
    expect(readConfirmation(text)).toEqual({
      BOOKING_NO: 'PUS1234567',
      VESSEL_NM: 'HYUNDAI HOPE',
      VOYAGE_NO: '012E',
      POL_CD: 'KRPUS',
      ETD: '20261210180000',
      ETA: '20261224073000',
      DCO: '20261209120000',
      VCO: '20261209150000',
      FCO: '20261209235900',
    })
    expect(readConfirmation('hello')).toEqual({})
    expect(parseDateTime('soon')).toBeUndefined()
  })
})

describe('carrier sites', () => {
  test('carrier sites insert encoded booking values into the address', () => {
    const address = 'https://x.com/t?b={bookingNo}&c={cntrNo}'
    expect(siteAddress(address, { bookingNo: 'A/1 &2' })).toBe('https://x.com/t?b=A%2F1%20%262&c=')
    expect(siteAddressError(address)).toBeUndefined()
    expect(siteAddressError('javascript:alert(1)')).toBeDefined()
  })
})
