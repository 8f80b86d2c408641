import type { GroupAsked } from '#kernel/group-asked.ts'
import type { GroupKey } from '#kernel/summary-key.ts'

function keyOnWire({ column, period }: GroupKey): unknown {
  return period ? { COLUMN: column, PERIOD: period } : column
}

export function groupOnWire(asked: GroupAsked): object {
  const { by, sums, across, compare } = asked
  return {
    BY: by.map(keyOnWire),
    SUMS: sums,
    ...(across && {
      ACROSS: { KEY: keyOnWire(across.key), VALUES: across.values, MEASURES: across.measures },
    }),
    ...(compare && {
      COMPARE: {
        SEARCH: compare.search,
        ...(compare.shift && { SHIFT: { COUNT: compare.shift.count, UNIT: compare.shift.unit } }),
      },
    }),
  }
}
