import type { GroupRequest } from '#kernel/group-request.ts'
import type { GroupKey } from '#kernel/summary-key.ts'

function toWireKey({ column, period }: GroupKey): unknown {
  return period ? { COLUMN: column, PERIOD: period } : column
}

export function toWireGroup(group: GroupRequest): object {
  const { by, sums, across, compare } = group
  return {
    BY: by.map(toWireKey),
    SUMS: sums,
    ...(across && {
      ACROSS: { KEY: toWireKey(across.key), VALUES: across.values, MEASURES: across.measures },
    }),
    ...(compare && {
      COMPARE: {
        SEARCH: compare.search,
        ...(compare.shift && { SHIFT: { COUNT: compare.shift.count, UNIT: compare.shift.unit } }),
      },
    }),
  }
}
