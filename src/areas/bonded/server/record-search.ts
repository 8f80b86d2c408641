import sql, { join, raw } from 'sql-template-tag'
import {
  inRange,
  prefixRanges,
  selectOwners,
  type RecordSource,
} from '#server/engine/record-source.ts'
import { cargos } from '../operations/cargo.ts'

/** Cargo control number, which starts with the MRN, bills and container of a cargo. */
const numbers = ['cargo_no', 'mbl_no', 'hbl_no', 'cntr_no'] as const

export const bondedRecords: readonly RecordSource[] = [
  {
    kind: 'cargo',
    query: cargos,
    find: ({ codes }, scope, limit) => sql`
      select f.bond_no code, f.number name, to_char(f.expect_dt, 'YYYY-MM-DD') detail, f.owner_cd
      from (${join(
        numbers.map(
          (column) => sql`
        select f.* from ${selectOwners(scope)}, ${prefixRanges(codes)}, lateral (
          select c.bond_no, c.${raw(column)} number, c.expect_dt, c.owner_cd from bonded_cargo c
          where c.wcode = ${scope.wcode} and c.owner_cd = o.owner_cd
            and c.${raw(column)} is not null and ${inRange(sql`c.${raw(column)}`)}
          order by c.${raw(column)} collate "C" limit ${limit}) f`,
        ),
        ' union ',
      )}) f
      order by f.number, f.bond_no limit ${limit}`,
  },
]
