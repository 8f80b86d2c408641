import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { containerType, containerTypes } from '../rules/container-type.ts'

export interface ReferenceList {
  readonly table: string
  /** Edition shipped with the product. Later editions are imported. */
  readonly edition: string
  /** Columns and their database types, key first. */
  readonly columns: Readonly<Record<string, 'text' | 'integer' | 'numeric' | 'date'>>
  /** Rows in column order. Read only while the list is empty. */
  readonly rows: () => Promise<readonly (readonly (string | number | null)[])[]>
}

const require = createRequire(import.meta.url)

async function readLines(name: string): Promise<string[][]> {
  const file = await readFile(new URL(`../data/${name}`, import.meta.url))
  const text = name.endsWith('.gz') ? gunzipSync(file) : file
  return text
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
}

const emptyToNull = (text: string | undefined): string | null => text || null

/** Korean names from CLDR. The returned function uses `otherwise` for unknown codes. */
function koreanNames(type: 'region' | 'currency'): (code: string, otherwise: string) => string {
  const names = new Intl.DisplayNames('ko', { type, fallback: 'none' })
  return (code, otherwise) => names.of(code) ?? otherwise
}

const quotedByHundred = new Set(['JPY', 'IDR'])

interface SeaPort {
  readonly name: string
  readonly timezone?: string
  readonly coordinates?: readonly [longitude: number, latitude: number]
}

type PortRow = readonly (string | number | null)[]

/** Ports of the package plus manually maintained ones, whose names and kinds take precedence. */
async function readPorts(): Promise<PortRow[]> {
  const bundled = require('sea-ports/lib/ports.json') as Readonly<Record<string, SeaPort>>
  const manualPorts = new Map(
    (await readLines('ports-by-hand.tsv')).map((line) => [line[0] ?? '', line]),
  )
  const countries = new Set((await readLines('countries.tsv')).map(([code]) => code))
  // The package contains places in countries that no longer exist.
  const codes = [...new Set([...Object.keys(bundled), ...manualPorts.keys()])]
    .filter((code) => countries.has(code.slice(0, 2)))
    .toSorted()
  return codes.map((code): PortRow => {
    const [, ko, en, type = 'SEA', customs] = manualPorts.get(code) ?? []
    const { name = code, timezone, coordinates } = bundled[code] ?? {}
    const zone = timezone ?? readZones[code] ?? (code.startsWith('KR') ? 'Asia/Seoul' : null)
    const [longitude, latitude] = (coordinates ?? []).map((degrees) => degrees.toFixed(6))
    const place = [latitude ?? null, longitude ?? null]
    const country = code.slice(0, 2)
    return [code, ko ?? name, en ?? name, type, country, zone, ...place, emptyToNull(customs)]
  })
}

const readZones: Readonly<Record<string, string>> = {
  JPNRT: 'Asia/Tokyo',
  JPKIX: 'Asia/Tokyo',
  TWTPE: 'Asia/Taipei',
  USCHI: 'America/Chicago',
}

/**
 * Recommendation 21 codes without the X prefix used in e-invoices, plus codes only customs uses.
 */
async function readPackageUnits(): Promise<(string | null)[][]> {
  const { REC_21_3 } = await import('un-ece-recommendation')
  const korean = new Map(
    (await readLines('package-names.tsv')).map(([code = '', ko]) => [code, ko]),
  )
  const codes = REC_21_3.map(({ code, name }) => [code.replace(/^X/, ''), name] as const)
  return [
    ...codes.map(([code, name]) => [code, korean.get(code) ?? null, name ?? code, 'REC21']),
    ['GT', '총 수량(세관)', 'Gross total (customs)', 'CUSTOMS'],
  ]
}

/** In dependency order: a list follows the lists it references. */
export const referenceLists: readonly ReferenceList[] = [
  {
    table: 'currency',
    edition: '2026-02',
    columns: {
      currency_cd: 'text',
      currency_nm: 'text',
      currency_en: 'text',
      numeric_cd: 'text',
      minor_unit: 'integer',
      rate_unit: 'integer',
      withdrawn_dt: 'date',
    },
    rows: async () => {
      const korean = koreanNames('currency')
      return (await readLines('currencies.tsv')).map(
        ([code = '', numeric, minor, en = '', gone]) => [
          code,
          korean(code, en),
          en,
          emptyToNull(numeric),
          minor ? Number(minor) : null,
          quotedByHundred.has(code) ? 100 : 1,
          emptyToNull(gone),
        ],
      )
    },
  },
  {
    table: 'country',
    edition: '2026-05',
    columns: {
      country_cd: 'text',
      country_nm: 'text',
      country_en: 'text',
      alpha3_cd: 'text',
      numeric_cd: 'text',
      currency_cd: 'text',
    },
    rows: async () => {
      const korean = koreanNames('region')
      return (await readLines('countries.tsv')).map(
        ([code = '', alpha3, numeric, currency, en = '']) => [
          code,
          korean(code, en),
          en,
          emptyToNull(alpha3),
          emptyToNull(numeric),
          emptyToNull(currency),
        ],
      )
    },
  },
  {
    table: 'customs_office',
    edition: '2023-01',
    columns: { customs_cd: 'text', customs_nm: 'text' },
    rows: () => readLines('customs-offices.tsv'),
  },
  {
    table: 'port',
    edition: '2022-01',
    columns: {
      port_cd: 'text',
      port_nm: 'text',
      port_en: 'text',
      port_type_cd: 'text',
      country_cd: 'text',
      time_zone: 'text',
      latitude: 'numeric',
      longitude: 'numeric',
      customs_cd: 'text',
    },
    rows: readPorts,
  },
  {
    table: 'hs_code',
    edition: 'HS2022',
    columns: { hs_cd: 'text', parent_cd: 'text', section_cd: 'text', hs_en: 'text' },
    rows: async () =>
      (await readLines('hs-codes.tsv.gz')).map((line) => line.map((value) => emptyToNull(value))),
  },
  {
    table: 'package_unit',
    edition: 'REC21-3',
    columns: { package_cd: 'text', package_nm: 'text', package_en: 'text', source_cd: 'text' },
    rows: readPackageUnits,
  },
  {
    table: 'container_type',
    edition: 'ISO6346',
    columns: {
      cntr_tp: 'text',
      cntr_tp_nm: 'text',
      cntr_tp_en: 'text',
      teu: 'numeric',
      reefer_yn: 'text',
    },
    rows: async () =>
      containerTypes().flatMap((code) => {
        const type = containerType(code)
        if (!type) return []
        const teu = `${Math.floor(type.teuHundredths / 100)}.${type.teuHundredths % 100}`
        return [[code, type.name.ko, type.name.en, teu, type.isReefer ? 'Y' : 'N']]
      }),
  },
]
