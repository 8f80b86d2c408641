import { dateRangeFault } from '#kernel/date-range.ts'
import type { Field, Value } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import { label } from '#kernel/label.ts'
import type { Reading } from './draft-text.ts'
import { keepTypeable, readText, showText } from './draft-text.ts'

/** A search text in parts: `<20270101`, `A~B`, or a plain value. */
type Parts =
  | { readonly form: 'compare'; readonly operator: string; readonly operand: string }
  | { readonly form: 'range'; readonly from: string; readonly to: string }
  | { readonly form: 'list'; readonly operands: readonly string[] }
  | { readonly form: 'pattern'; readonly text: string }
  | { readonly form: 'plain'; readonly text: string }

const startsAfterEnd = label('시작이 끝보다 큽니다', 'The range starts above its end')

/** The same reading as `parseSearch` of the kernel, which the server asks with. */
function split(field: Field, typed: string): Parts {
  const text = typed.trim()
  const compare = /^(<=|>=|<>|!=|!|<|>|=)\s*(.*)$/s.exec(text)
  if (compare) return { form: 'compare', operator: compare[1] ?? '', operand: compare[2] ?? '' }
  const range = /^([^~]*)~([^~]*)$/s.exec(text)
  if (range) return { form: 'range', from: (range[1] ?? '').trim(), to: (range[2] ?? '').trim() }
  // A comma in a number parts thousands, not values.
  if (text.includes(',') && field.kind !== 'number') {
    return {
      form: 'list',
      operands: text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    }
  }
  return text.includes('%') ? { form: 'pattern', text } : { form: 'plain', text }
}

/** True where the text carries an operator of the search and is kept as text. */
export function hasOperator(field: Field, typed: string): boolean {
  return split(field, typed).form !== 'plain'
}

function isDated({ kind }: Field): boolean {
  return kind === 'date' || kind === 'month' || kind === 'datetime'
}

/** A part of a value is searched by as well: neither length nor shape limits it. */
function anyPart(field: Field): Field {
  return { ...field, lengthMax: Number.MAX_SAFE_INTEGER, lengthMin: 0, pattern: undefined }
}

function fault(field: Field, text: string): Label | undefined {
  const reading = readText(anyPart(field), text)
  return 'fault' in reading ? reading.fault : undefined
}

function operand(field: Field, text: string): string {
  const reading = readText(anyPart(field), text)
  return 'value' in reading && reading.value !== null ? String(reading.value) : ''
}

/** What is wrong with a range that has both its ends. */
function rangeFault(field: Field, start: string, end: string): Label | undefined {
  if (isDated(field)) return dateRangeFault(start, end, field.spanMax)
  const late = field.kind === 'number' ? Number(start) > Number(end) : start > end
  return late ? startsAfterEnd : undefined
}

function readRange(field: Field, from: string, to: string): Reading {
  const why = fault(field, from) ?? fault(field, to)
  if (why) return { fault: why }
  const [start, end] = [operand(field, from), operand(field, to)]
  if (start === '' && end === '') return { value: null }
  if (start === '') return { value: `<=${end}` }
  if (end === '') return { value: `>=${start}` }
  const late = rangeFault(field, start, end)
  return late ? { fault: late } : { value: `${start}~${end}` }
}

/**
 * Reads what is typed into a search field. A text with an operator in front, a range `A~B` or a
 * pattern with `%` stays a text, its values put in the field's own form; anything else is a value.
 */
export function readSearch(field: Field, typed: string): Reading {
  const parts = split(field, typed)
  switch (parts.form) {
    case 'compare': {
      const why = fault(field, parts.operand)
      if (why) return { fault: why }
      const value = operand(field, parts.operand)
      return { value: value === '' ? null : `${parts.operator}${value}` }
    }
    case 'range':
      return readRange(field, parts.from, parts.to)
    case 'list': {
      const why = parts.operands.map((text) => fault(field, text)).find(Boolean)
      if (why) return { fault: why }
      return {
        value: parts.operands
          .map((text) => operand(field, text))
          .filter(Boolean)
          .join(','),
      }
    }
    case 'pattern':
      return { value: field.upperCase ? parts.text.toUpperCase() : parts.text }
    case 'plain':
      return readText(anyPart(field), parts.text)
  }
}

/** The search value as people read it: `< 2027-12-31`, `2027-01-01 ~ 2027-01-31`. */
export function showSearch(field: Field, value: Value): string {
  if (typeof value !== 'string') return showText(field, value)
  const parts = split(field, value)
  const shown = (text: string) =>
    field.kind === 'number' && text !== '' && Number.isFinite(Number(text))
      ? showText(field, Number(text))
      : showText(field, text)
  switch (parts.form) {
    case 'compare':
      return `${parts.operator} ${shown(parts.operand)}`
    case 'range':
      return `${shown(parts.from)} ~ ${shown(parts.to)}`
    case 'list':
      return parts.operands.map(shown).join(', ')
    case 'pattern':
    case 'plain':
      return shown(parts.text)
  }
}

/** What may be typed into a search field: in a date also operators, hyphens and a second day. */
export function keepSearchable(field: Field, typed: string): string {
  if (!isDated(field)) return keepTypeable(field, typed)
  if (!/[<>=!~%,]/.test(typed)) return keepTypeable(field, typed)
  return typed.replace(/[^\d<>=!~,\s-]/g, '')
}
