import type { WireRow } from '#kernel/field.ts'
import type { SaveRow } from '#server/engine/handler.ts'
import { codeMap, fieldMap, translateLine } from '../rules/partner-map.ts'
import type { PartnerKind, Profile } from './partner-kind.ts'

interface Maps {
  readonly names: ReadonlyMap<string, string>
  readonly codes: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** Anything stands in a map that was saved: it was checked then. */
const anyField = { has: () => true }

/** The maps of a profile; what does not read, which a save refuses, says nothing. */
export function readMaps({ fieldMap: names, codeMap: codes }: Profile): Maps {
  const [byName, byCode] = [fieldMap(names, anyField), codeMap(codes, anyField)]
  return {
    names: 'map' in byName ? byName.map : new Map(),
    codes: 'map' in byCode ? byCode.map : new Map(),
  }
}

/** Lines as a partner wrote them, in our fields and codes. */
export function translated(
  kind: PartnerKind,
  { names, codes }: Maps,
  lines: readonly Readonly<Record<string, unknown>>[],
): Record<string, string>[] {
  return lines.map((line) => translateLine(line, kind.fields, names, codes))
}

/** Rows of a sheet: our fields already, with the partner's codes in them. */
export function uploadedLines(
  kind: PartnerKind,
  { codes }: Maps,
  rows: readonly SaveRow[],
): Record<string, string>[] {
  return translated(
    kind,
    { names: new Map(), codes },
    rows.map(({ values }) => values),
  )
}

/** Lines typed here: our fields and codes. */
export function typedLine(kind: PartnerKind, values: WireRow): Record<string, string> {
  return translateLine(values, kind.fields, new Map(), new Map())
}
