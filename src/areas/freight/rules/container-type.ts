import { label, type Label } from '#kernel/label.ts'

export interface ContainerType {
  readonly name: Label
  /** TEU in hundredths: 45 feet are 225. */
  readonly teuHundredths: number
  readonly isReefer: boolean
}

const lengths: Readonly<Record<string, readonly [feet: string, teuHundredths: number]>> = {
  '2': ['20', 100],
  '4': ['40', 200],
  L: ['45', 225],
  M: ['48', 240],
}

const heights: Readonly<Record<string, Label>> = {
  '0': label('높이 8′', "8' high"),
  '2': label('', ''),
  '5': label('하이큐브', 'High cube'),
}

const groups: readonly (readonly [types: RegExp, name: Label])[] = [
  [/^G[0-3]$/, label('드라이', 'Dry')],
  [/^R[0-3]$/, label('냉동', 'Reefer')],
  [/^U[0-5]$/, label('오픈탑', 'Open top')],
  [/^P[0-5]$/, label('플랫·플랫폼', 'Flat or platform')],
  [/^T[0-8]$/, label('탱크', 'Tank')],
  [/^B[0-6]$/, label('벌크', 'Bulk')],
  [/^V[0-4]$/, label('환기', 'Ventilated')],
  [/^H[0-6]$/, label('단열', 'Insulated')],
]

/** Decodes a size-type code such as `45G1`. Returns undefined for an unknown code. */
export function containerType(code: string): ContainerType | undefined {
  const [, first = '', second = '', type = ''] = /^(.)(.)(..)$/.exec(code) ?? []
  const [length, height] = [lengths[first], heights[second]]
  const group = groups.find(([types]) => types.test(type))?.[1]
  if (!length || !height || !group) return undefined
  const [feet, teuHundredths] = length
  const describe = (language: 'ko' | 'en') =>
    [`${feet}′`, height[language], group[language]].filter(Boolean).join(' ')
  return {
    name: label(describe('ko'), describe('en')),
    teuHundredths,
    isReefer: type.startsWith('R'),
  }
}

export function containerTypeError(code: string): Label | undefined {
  if (containerType(code)) return undefined
  return label(
    '컨테이너 규격은 ISO 6346 4자리입니다(예: 22G1, 45R1).',
    'A container size-type has four characters (ISO 6346), such as 22G1 or 45R1.',
  )
}

export function containerTypes(): readonly string[] {
  const types = 'G R U P T B V H'
    .split(' ')
    .flatMap((letter) => Array.from({ length: 10 }, (_, digit) => `${letter}${digit}`))
  return Object.keys(lengths)
    .flatMap((length) =>
      Object.keys(heights).flatMap((height) => types.map((type) => length + height + type)),
    )
    .filter((code) => containerType(code) !== undefined)
    .toSorted()
}
