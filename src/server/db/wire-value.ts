/**
 * Converts values of the PostgreSQL text protocol in both directions. Shared by both stores to
 * return the same JavaScript values for the same statement.
 */

const bool = 16
const bytea = 17
const numberTypes = new Set([21, 23, 26, 700, 701])
const exactTypes = new Set([20, 1700])
const jsonTypes = new Set([114, 3802])
const timestamp = 1114
const timestamptz = 1184

const elementTypes = new Map([
  [1000, 16],
  [1001, 17],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1115, 1114],
  [1182, 1082],
  [1183, 1083],
  [1185, 1184],
  [1231, 1700],
  [199, 114],
  [2951, 2950],
  [3807, 3802],
])

/** numeric and int8: a number up to 15 significant digits, which a double represents exactly. */
function exactNumber(text: string): number | string {
  if (text.length <= 15) {
    const value = Number(text)
    return Number.isFinite(value) ? value : text
  }
  const dot = text.indexOf('.')
  const fraction = dot === -1 ? '' : text.slice(dot + 1).replace(/0+$/, '')
  const whole = (dot === -1 ? text : text.slice(0, dot)).replace(/^-/, '')
  const digits = (whole + fraction).replace(/^0+/, '')
  return digits.length <= 15 && /^\d*$/.test(digits) ? Number(text) : text
}

/** `2026-11-20 11:05:00.123456+00` → `2026-11-20T11:05:00.123Z`; infinity and BC are unchanged. */
function decodeInstant(text: string, zone: 'Z' | ''): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/.exec(text)
  if (!parts) return text
  const milliseconds = (parts[3] ?? '').padEnd(3, '0').slice(0, 3)
  return `${parts[1]}T${parts[2]}.${milliseconds}${zone}`
}

function decodeBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
}

function arrayElements(text: string, elementType: number): unknown[] {
  let at = text.indexOf('{') + 1
  function readQuoted(): string {
    let value = ''
    at += 1
    while (text[at] !== '"') {
      if (text[at] === '\\') at += 1
      value += text[at]
      at += 1
    }
    at += 1
    return value
  }
  function list(): unknown[] {
    const values: unknown[] = []
    while (text[at] !== '}') {
      if (text[at] === ',') at += 1
      if (text[at] === '{') {
        at += 1
        values.push(list())
      } else if (text[at] === '"') {
        values.push(decodeValue(elementType, readQuoted()))
      } else {
        const start = at
        while (text[at] !== ',' && text[at] !== '}') at += 1
        const word = text.slice(start, at)
        values.push(word === 'NULL' ? null : decodeValue(elementType, word))
      }
    }
    at += 1
    return values
  }
  return list()
}

/**
 * Decodes a value: bool → boolean; int2, int4, float → number; int8, numeric → number up to 15
 * significant digits, otherwise text; timestamptz → ISO text in UTC with milliseconds; date →
 * `yyyy-MM-dd`; json → parsed; bytea → Uint8Array; arrays → arrays; other types as text.
 */
export function decodeValue(typeId: number, text: string): unknown {
  if (numberTypes.has(typeId)) return Number(text)
  if (exactTypes.has(typeId)) return exactNumber(text)
  if (typeId === bool) return text === 't'
  if (typeId === timestamptz) return decodeInstant(text, 'Z')
  if (typeId === timestamp) return decodeInstant(text, '')
  if (jsonTypes.has(typeId)) return JSON.parse(text)
  if (typeId === bytea) return decodeBytes(text)
  const elementType = elementTypes.get(typeId)
  return elementType === undefined ? text : arrayElements(text, elementType)
}

function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (Array.isArray(value)) return arrayLiteral(value)
    const encoded = encodeParameter(value)
    if (encoded === null) return 'NULL'
    const text =
      typeof encoded === 'string' ? encoded : `\\x${Buffer.from(encoded).toString('hex')}`
    return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  })
  return `{${items.join(',')}}`
}

/**
 * Encodes a parameter as text, bytes or null. Arrays become array literals (cast them:
 * `${codes}::text[]`), other objects JSON (cast them: `${value}::jsonb`).
 * @throws TypeError for undefined, NaN, infinities and Date, which are caller errors.
 */
function encodeParameter(value: unknown): string | Uint8Array | null {
  if (value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return String(value)
    throw new TypeError(`a parameter is ${value}, which no column can hold`)
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return arrayLiteral(value)
  if (value instanceof Date) throw new TypeError('pass instants as ISO text, not as Date')
  if (typeof value === 'object') return JSON.stringify(value)
  throw new TypeError(`a parameter is ${typeof value}; pass null for «no value»`)
}

/** @throws TypeError naming the index of an invalid parameter. */
export function encodeParameters(values: readonly unknown[]): (string | Uint8Array | null)[] {
  return values.map((value, index) => {
    try {
      return encodeParameter(value)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new TypeError(`$${index + 1}: ${why}`, { cause: error })
    }
  })
}
