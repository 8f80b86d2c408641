import type { WireRow } from '#kernel/field.ts'
import type { SaveRow } from '#server/engine/handler.ts'
import { codeMap, fieldMap, translateLine } from '../rules/partner-map.ts'
import type { PartnerKind, Profile } from './partner-kind.ts'

interface Maps {
  readonly names: ReadonlyMap<string, string>
  readonly codes: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** Accepts any field name: the maps were validated when saved. */
const anyField = { has: () => true }

/**
 * Returns the maps of a profile. A map that cannot be parsed is empty; saving rejects such maps.
 */
export function parseProfileMaps({ fieldMap: names, codeMap: codes }: Profile): Maps {
  const [byName, byCode] = [fieldMap(names, anyField), codeMap(codes, anyField)]
  return {
    names: 'map' in byName ? byName.map : new Map(),
    codes: 'map' in byCode ? byCode.map : new Map(),
  }
}

export function translateRows(
  kind: PartnerKind,
  { names, codes }: Maps,
  lines: readonly Readonly<Record<string, unknown>>[],
): Record<string, string>[] {
  return lines.map((line) => translateLine(line, kind.fields, names, codes))
}

export function readUploadedLines(
  kind: PartnerKind,
  { codes }: Maps,
  rows: readonly SaveRow[],
): Record<string, string>[] {
  return translateRows(
    kind,
    { names: new Map(), codes },
    rows.map(({ values }) => values),
  )
}

export function parseLine(kind: PartnerKind, values: WireRow): Record<string, string> {
  return translateLine(values, kind.fields, new Map(), new Map())
}
