import { z, type ZodType } from 'zod'
import { codeLists } from '#areas/code-lists.ts'
import type { Field, Fields } from '#kernel/field.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { getCodes } from '#server/engine/clean-rows.ts'
import type { ReportedKind } from './partner-kind.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Returns the JSON Schema of a type, for requests (`input`) or responses (`output`). */
export function toJsonSchema(type: ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io })
  return schema
}

const decimal = String.raw`^\s*[+-]?[\d,]*\.?\d+\s*$`

/**
 * JSON form of a number: either form in requests, a number if a double is exact, text if stored as
 * received.
 */
type NumberForm = 'sent' | 'number' | 'text'

function numberSchema(field: Field, written: NumberForm): JsonSchema {
  const { scale, min, max } = field
  const number = {
    type: scale === 0 ? 'integer' : 'number',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }
  const asText = { type: 'string', pattern: decimal, maxLength: 40 }
  if (written === 'text') return asText
  return written === 'number' ? number : { anyOf: [number, asText, { type: 'null' }] }
}

function textSchema(field: Field): JsonSchema {
  const { kind, codes, maxLength, minLength } = field
  const length = { maxLength, ...(minLength > 0 && { minLength }) }
  if (kind === 'date') return { type: 'string', pattern: String.raw`^\d{8}$` }
  if (kind === 'datetime') return { type: 'string', pattern: String.raw`^\d{14}$` }
  if (kind === 'flag') return { type: 'string', enum: ['Y', 'N'] }
  const known = kind === 'select' && codes !== undefined ? getCodes(codes) : undefined
  if (known) return { type: 'string', enum: [...known] }
  return { type: 'string', ...length, ...(field.digitsOnly && { pattern: String.raw`^\d+$` }) }
}

/** Adds descriptions to properties by name, at any depth of a schema. */
export function describeProperties(
  schema: JsonSchema,
  texts: Readonly<Record<string, Label>>,
  language: Language,
): JsonSchema {
  const explain = (name: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const text = texts[name]
    return { ...(text && { description: text[language] }), ...inside(value as JsonSchema) }
  }
  const inside = (given: JsonSchema): JsonSchema => ({
    ...given,
    ...('items' in given && { items: inside(given['items'] as JsonSchema) }),
    ...('properties' in given && {
      properties: Object.fromEntries(
        Object.entries(given['properties'] as object).map(([name, value]) => [
          name,
          explain(name, value),
        ]),
      ),
    }),
  })
  return inside(schema)
}

/** The sample result of a kind under this number. */
export function toExampleResult({ code, exampleResult }: ReportedKind, number: number): object {
  return { RESULT_NO: number, KIND: code, ...exampleResult }
}

const shapes: Readonly<Partial<Record<Field['kind'], Label>>> = {
  date: label('yyyyMMdd', 'yyyyMMdd'),
  datetime: label('한국시간 yyyyMMddHHmmss', 'yyyyMMddHHmmss in Korean time'),
  flag: label('Y 또는 N', 'Y or N'),
}

function decimalsText({ scale }: Field): Label {
  return label(`소수점 ${scale}자리까지`, `Up to ${scale} decimals`)
}

export type Notes = Readonly<Record<string, Label>>

/** Codes of a selection with their names: `NORMAL Normal, HELD Held`. */
function codeNames({ kind, codes }: Field, language: Language): string {
  const names = kind === 'select' && codes !== undefined ? codeLists[codes] : undefined
  return Object.entries(names ?? {})
    .map(([code, name]) => `${code} ${name[language]}`)
    .join(', ')
}

function fieldSchema(
  field: Field,
  written: NumberForm,
  language: Language,
  note: Label | undefined,
): JsonSchema {
  const isNumber = field.kind === 'number' || field.kind === 'progress'
  const title = field.label[language]
  const shape =
    (isNumber && field.scale > 0 ? decimalsText(field) : shapes[field.kind])?.[language] ??
    codeNames(field, language)
  const texts = [note?.[language], shape].filter((text) => text !== undefined && text !== '')
  const given = { title, ...(texts.length > 0 && { description: texts.join('. ') }) }
  if (isNumber) return { ...given, ...numberSchema(field, written) }
  const text = textSchema(field)
  if (written !== 'sent') return { ...given, ...text }
  // Codes that consist of digits can be sent as numbers. A blank counts as null.
  return {
    ...given,
    anyOf: [text, { type: 'number' }, { type: 'null' }, { type: 'string', maxLength: 0 }],
  }
}

const requiredNote = label(
  '수량은 품목의 기본 단위입니다. 이 설명과 프로필에 없는 항목은 무시합니다. 필수 항목',
  'Quantities are in the base unit of the item. Fields named neither in this description nor in the profile are ignored. Required fields',
)

/**
 * Schema of lines in requests. Partners can use our names or their own mapped names. Additional
 * properties are therefore allowed and none is required.
 */
export function lineSchema(
  fields: Fields,
  language: Language,
  { text, notes }: { readonly text: Label; readonly notes: Notes },
): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => field.required).map(([name]) => name)
  return {
    type: 'object',
    description: `${text[language]} ${requiredNote[language]}: ${required.join(', ')}.`,
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, fieldSchema(field, 'sent', language, notes[name])]),
    ),
    additionalProperties: { type: ['string', 'number', 'null'], maxLength: 2000 },
    'x-required': required,
  }
}

export function rowSchema(
  fields: Fields,
  language: Language,
  notes: Notes,
  written: 'number' | 'text' = 'number',
): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => {
    const { title, description, ...value } = fieldSchema(field, written, language, notes[name])
    const given = { title, ...(description !== undefined && { description }) }
    return [name, { ...given, anyOf: [value, { type: 'null' }] }] as const
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  }
}
