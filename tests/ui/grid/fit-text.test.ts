import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cutStart } from '#kernel/cut-text.ts'
import { fitText, isReplacedByMarks, truncateText } from '#ui/grid/draw/fit-text.ts'
import { truncatedText } from '#ui/grid/draw/truncated-cell.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'

/** Ten pixels per letter. Cells have a padding of eight pixels on both sides. */
const measure = (text: string) => text.length * 10

const fitNumber = (text: string, width: number, extra: object = {}) =>
  fitText({ text, align: 'right', x: 100, width, number: true, ...extra }, measure).text

const fitWords = (text: string, width: number, extra: object = {}) =>
  fitText({ text, align: 'left', x: 100, width, ...extra }, measure).text

describe('a number', () => {
  test('a number that fits is drawn unchanged', () => {
    expect(fitNumber('1,234', 66)).toBe('1,234')
    expect(
      fitText({ text: '168', align: 'right', x: 100, width: 66, number: true }, measure),
    ).toEqual({
      text: '168',
      align: 'right',
      x: 158,
    })
  })

  test('a number in parentheses aligns its digits with the others', () => {
    const place = { text: '(168)', align: 'right', x: 100, width: 66, number: true } as const
    expect(fitText(place, measure)).toEqual({ text: '(168)', align: 'right', x: 166 })
  })

  test('a number too wide for its column is replaced by marks, never by a shorter number', () => {
    expect(fitNumber('1,234', 60)).toBe('####')
    expect(fitNumber('168', 36)).toBe('##')
    expect(fitNumber('168', 20)).toBe('')
  })

  test('a number cut by the window edge is replaced by marks in the visible part', () => {
    expect(fitNumber('168', 66, { seen: { left: 0, right: 170 } })).toBe('168')
    expect(fitNumber('168', 66, { seen: { left: 0, right: 150 } })).toBe('###')
    expect(fitNumber('168', 66, { seen: { left: 0, right: 131 } })).toBe('##')
    expect(fitNumber('168', 66, { seen: { left: 0, right: 110 } })).toBe('')
  })

  test('a number partly covered by frozen columns is replaced by marks next to these columns', () => {
    expect(fitNumber('168', 66, { seen: { left: 126, right: 900 } })).toBe('168')
    expect(fitNumber('168', 66, { seen: { left: 134, right: 900 } })).toBe('##')
  })

  test('a number leaves space for the list icon', () => {
    expect(fitNumber('1,234', 66, { sign: 12 })).toBe('###')
  })

  test('a number is drawn in full or as marks only, at any position', () => {
    const pixels = fc.integer({ min: 0, max: 300 })
    const aligns = fc.constantFrom('left' as const, 'right' as const, 'center' as const)
    fc.assert(
      fc.property(fc.integer(), pixels, pixels, pixels, aligns, (value, x, width, right, align) => {
        const text = value.toLocaleString('en-US')
        const seen = { left: 50, right }
        const drawn = fitText({ text, align, x, width, number: true, seen }, measure)
        const place = { text, align, x, width, seen }
        expect(isReplacedByMarks(place, measure)).toBe(drawn.text !== text)
        if (drawn.text !== text) {
          expect(drawn.text).toMatch(/^#*$/)
          return
        }
        const wide = measure(text)
        const from = { left: drawn.x, center: drawn.x - wide / 2, right: drawn.x - wide }[align]
        expect(from).toBeGreaterThanOrEqual(49)
        expect(from + wide).toBeLessThanOrEqual(right)
      }),
    )
  })
})

test('adjacent figure columns give text more of their width', () => {
  expect(fitNumber('12345', 56)).toBe('####')
  expect(fitNumber('12345', 56, { padding: 3 })).toBe('12345')
})

describe('text', () => {
  test('text without enough space ends in an ellipsis', () => {
    expect(fitWords('ABCDEFG', 66)).toBe('ABCD…')
    expect(fitWords('ABCDE', 66)).toBe('ABCDE')
  })

  test('a truncated text shows whole emoji, accents and Hangul syllables', () => {
    const families = '👨‍👩‍👧‍👦'.repeat(3)
    for (const text of [
      '😀😀😀😀',
      'e\u0301e\u0301e\u0301',
      '\uAC01\uAC02'.normalize('NFD'),
      families,
      '🇰🇷🇯🇵🇺🇸',
      'a👍🏽b👍🏽',
      '1️⃣2️⃣',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      'नमस्ते',
      'กำกำ',
    ]) {
      const characters = new Set(Array.from(new Intl.Segmenter().segment(text), (s) => s.segment))
      for (let room = 1; room < text.length; room += 1) {
        const [shown = ''] = truncateText(text, room, (each) => each.length).split('…')
        const parts = Array.from(new Intl.Segmenter().segment(shown), (s) => s.segment)
        expect(parts.filter((part) => !characters.has(part))).toEqual([])
        const rest = Array.from(
          new Intl.Segmenter().segment(cutStart(text, room)),
          (s) => s.segment,
        )
        expect(rest.filter((part) => !characters.has(part))).toEqual([])
      }
    }
  })

  test('text cut by the window starts or ends with an ellipsis', () => {
    expect(fitWords('ABCDE', 66, { seen: { left: 0, right: 141 } })).toBe('AB…')
    expect(fitWords('ABCDE', 66, { seen: { left: 126, right: 900 } })).toBe('…DE')
  })

  test('group text is cut before its row count', () => {
    const group = '▸ 2027-01-01 · 1,204'
    expect(fitWords(group, 166, { tail: ' · 1,204' })).toBe('▸ 2027… · 1,204')
    expect(fitWords(group, 86, { tail: ' · 1,204' })).toBe('#######')
  })
})

test('a truncated sentence is shown in full below its cell, a name is not', () => {
  const sentence = '6월 20일 입고는 저희 물량이 아닙니다. 확인한 뒤 정정해 주세요.'
  const model = new GridModel({
    columns: [{ id: 'ANSWER', title: 'Answer', kind: 'text', width: 200 }],
  })
  model.setData([{ ANSWER: sentence }, { ANSWER: 'Ｗ'.repeat(20) }])
  const drawn = { model, rowWindow: { first: 0 } }
  const viewOfWidth = (width: number) => {
    const place = { frozen: 0, scrollLeft: 0, scrollTop: 0, clientWidth: 900, clientHeight: 300 }
    return { ...place, widths: [width] }
  }
  expect(truncatedText(drawn, viewOfWidth(200), { row: 0, at: 0 })).toBe(sentence)
  expect(truncatedText(drawn, viewOfWidth(200), { row: 1, at: 0 })).toBeNull()
  model.setData([{ ANSWER: '1, '.repeat(5000) }])
  expect(truncatedText(drawn, viewOfWidth(200), { row: 0, at: 0 })).toHaveLength(601)
  model.setData([{ ANSWER: sentence }])
  model.setColumnWidth('ANSWER', 800)
  expect(truncatedText(drawn, viewOfWidth(800), { row: 0, at: 0 })).toBeNull()
})
