import { describe, expect, test } from 'vitest'
import { arrivalDiscrepancy } from '#areas/bonded/rules/arrival-discrepancy.ts'
import { basisNumberError, normalizeNumber } from '#areas/bonded/rules/basis-number.ts'
import {
  remainingAfterPart,
  toGrams,
  proposedGrams,
  splitError,
  getSplit,
  type Part,
  type Remainder,
} from '#areas/bonded/rules/split-part.ts'
import { removeBy, storageDays } from '#tests/support/storage-period.ts'

const whole: Remainder = { packages: 88, grams: 1_172_200, parts: 0, closed: false }
const part = (packages: number, kilos: number, split: Part['split']): Part => {
  return { packages, grams: toGrams(kilos), split }
}

describe('split release (worked example of 88 CT and 1,172.2 kg)', () => {
  test('releases of 30, 28 and 30 packages leave 58 / 772.6 kg, 30 / 399.6 kg and nothing', () => {
    expect(proposedGrams(whole, 30, whole)).toBe(399_600)
    const p1 = part(30, 399.6, 'P')
    expect(splitError(p1, whole)).toBeUndefined()
    const after1 = remainingAfterPart(p1, whole)
    expect(after1).toMatchObject({ packages: 58, grams: 772_600, parts: 1, closed: false })
    expect(splitError(part(58, 772.6, 'P'), after1)?.column).toBe('SPLIT_CD')
    expect(proposedGrams(whole, 28, after1)).toBe(373_000)
    const after2 = remainingAfterPart(part(28, 373, 'P'), after1)
    expect(after2).toMatchObject({ packages: 30, grams: 399_600 })
    expect(getSplit(30, after2)).toBe('L')
    expect(splitError(part(30, 399.5, 'L'), after2)?.column).toBe('NOW_KG')
    expect(splitError(part(30, 399.6, 'L'), after2)).toBeUndefined()
    const done = remainingAfterPart(part(30, 399.6, 'L'), after2)
    expect(done).toMatchObject({ packages: 0, grams: 0, closed: true })
    expect(splitError(part(1, 1, 'P'), done)?.column).toBe('SPLIT_CD')
  })

  test('a complete release is allowed only as the first, a last part only after another part', () => {
    expect(splitError(part(88, 1172.2, 'A'), whole)).toBeUndefined()
    expect(splitError(part(88, 1172.2, 'L'), whole)?.column).toBe('SPLIT_CD')
    const after = remainingAfterPart(part(30, 399.6, 'P'), whole)
    expect(splitError(part(58, 772.6, 'A'), after)?.column).toBe('SPLIT_CD')
    expect(splitError(part(59, 772.6, 'L'), after)?.column).toBe('NOW_PKG_QTY')
  })

  test('random splits never release too much, and the last part takes the remainder', () => {
    let seed = 7
    const nextRandom = (max: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return 1 + (seed % max)
    }
    for (let life = 0; life < 10_000; life += 1) {
      const total = { packages: nextRandom(200), grams: nextRandom(5_000_000) * 100 }
      let rest: Remainder = { ...total, parts: 0, closed: false }
      while (!rest.closed) {
        const packages = Math.min(nextRandom(60), rest.packages)
        const grams = proposedGrams(total, packages, rest)
        const now = { packages, grams, split: getSplit(packages, rest) }
        const fault = splitError(now, rest)
        // A proposal fails only if parts are so light that they round to zero.
        const next = fault ? { ...rest, split: getSplit(rest.packages, rest) } : now
        expect(splitError(next, rest)).toBeUndefined()
        rest = remainingAfterPart(next, rest)
        expect(Math.min(rest.packages, rest.grams)).toBeGreaterThanOrEqual(0)
      }
      expect([rest.packages, rest.grams]).toEqual([0, 0])
    }
  })
})

describe('excess and shortage on arrival', () => {
  const declared = { packages: 88, grams: 1_172_200 }
  const findDiscrepancy = (packages: number, kilos: number, tolerance = 10) =>
    arrivalDiscrepancy({ declared, found: { packages, grams: toGrams(kilos) }, tolerance })

  test('packed cargo of 1,270.0 kg passes, but 1,290.0 kg or 87 of 88 packages is reported', () => {
    expect(findDiscrepancy(88, 1270)).toBeUndefined()
    expect(findDiscrepancy(88, 1290)).toBe('OVER')
    expect(findDiscrepancy(88, 1054)).toBe('SHORT')
    expect(findDiscrepancy(87, 1172.2)).toBe('SHORT')
    expect(findDiscrepancy(89, 1172.2)).toBe('OVER')
  })

  test('a weight at the limit passes, and bulk cargo has a limit of five per cent', () => {
    expect(findDiscrepancy(88, 1289.42)).toBeUndefined()
    expect(findDiscrepancy(88, 1289.421)).toBe('OVER')
    expect(findDiscrepancy(88, 1230.81, 5)).toBeUndefined()
    expect(findDiscrepancy(88, 1231, 5)).toBe('OVER')
  })

  test('a different seal or damage is reported, and the seal’s notation is ignored', () => {
    const fine = { declared, found: declared, tolerance: 10 }
    expect(
      arrivalDiscrepancy({ ...fine, sealDeclared: 'AB-123', sealFound: 'ab 123' }),
    ).toBeUndefined()
    expect(arrivalDiscrepancy({ ...fine, sealDeclared: 'AB-123', sealFound: 'AB124' })).toBe('SEAL')
    expect(arrivalDiscrepancy({ ...fine, damagedPackages: 1 })).toBe('DAMAGE')
  })
})

describe('storage period dates', () => {
  const general = { termMonths: 6, noticeDays: 30, removeDays: 15 }

  test('an arrival on 2021-10-12 for six months ends 2022-04-12, with notice by 2022-03-13', () => {
    expect(storageDays('20211012', general)).toEqual({ end: '20220412', notice: '20220313' })
  })

  test('cargo on a quay is stored for up to two months and declared within thirty days', () => {
    const quay = { termMonths: 2, noticeDays: 30, declareDays: 30, removeDays: 15 }
    expect(storageDays('20211011', quay)).toMatchObject({ end: '20211211' })
    expect(storageDays('20211011', quay).declareBy).toBe('20211110')
  })

  test('cargo cleared on 2021-10-18 leaves by 2021-11-02; extensions, clamping and prior days count', () => {
    expect(removeBy('20211018', general)).toBe('20211102')
    expect(storageDays('20211012', general, 6).end).toBe('20221012')
    expect(storageDays('20210831', general).end).toBe('20220228')
    expect(storageDays('20211012', general, 0, 200).end).toBe('20210924')
  })
})

describe('basis numbers', () => {
  test('an import declaration number has 14 characters, with or without hyphens', () => {
    expect(normalizeNumber('13090-21-100022M')).toBe('1309021100022M')
    expect(basisNumberError('IMPORT', '1309021100022M')).toBeUndefined()
    expect(basisNumberError('IMPORT', '130902110002M')?.ko).toContain('14자리')
    expect(basisNumberError('RETURN', '1313326000199X')).toBeUndefined()
    expect(basisNumberError('RETURN', '1313326000199M')?.ko).toContain('형식이 맞지 않은')
    expect(basisNumberError('TRANSIT', '020D8020009026622760')).toBeUndefined()
    expect(basisNumberError('TRANSIT', '02-1')).toBeDefined()
  })
})
