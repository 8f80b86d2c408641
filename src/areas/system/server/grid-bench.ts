import sql, { type Sql } from 'sql-template-tag'
import { gridBench } from '#areas/system/operations/grid-bench.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { handleQuery, type RowWindow } from '#server/engine/handler.ts'

const maxRows = 10_000_000

function requestedRowCount(value: unknown): number {
  const rows = Number(value ?? 0)
  if (Number.isInteger(rows) && rows >= 0 && rows <= maxRows) return rows
  const text = label(
    '행 수는 0부터 10,000,000까지입니다.',
    'The number of rows must be 0 to 10,000,000.',
  )
  throw new AppError(422, 'SEARCH_INVALID', text)
}

/** Generates any window of rows without the rows before it. */
export const gridBenchHandler = handleQuery(
  gridBench,
  'null::int',
  ({ search }) => {
    const rows = requestedRowCount(search['ROWS'])
    return inventoryRows({ first: 0, rows })
  },
  ['ROWS'],
  ({ search }, { first, rows }) => {
    if (search['ITEM_NM'] !== undefined && search['ITEM_NM'] !== null) return undefined
    const rowCount = requestedRowCount(search['ROWS'])
    return inventoryRows({ first, rows: Math.max(0, Math.min(rows, rowCount - first)) })
  },
)

/**
 * Generates rows while they are read. The set-returning function is in the select list, so rows
 * stream in order without sorting. `offset 0` prevents evaluating the hash again for each column.
 */
function inventoryRows({ first, rows }: RowWindow): Sql {
  return sql`
    select id,
      (array['HANBIT','SEOJIN','VATECH','DAON','MIRAE','NURI','SAEROM','GAON'])
        [1 + ((h >> 3) & 7)] as owner,
      'SKU' || (100000 + i * 17) as item,
      (array['한빛','서진','바텍','다온','미래','누리','새롬','가온','하람','도담'])[1 + i % 10] || ' ' ||
        (array['비타민C 1000 정','프리미엄 믹스넛','무선 이어폰 팁','임플란트 픽스처','유기농 현미',
          '저자극 클렌징 폼','캠핑 랜턴','스테인리스 텀블러','아동용 마스크','보습 크림',
          '헤어 드라이어','커피 원두'])[1 + i * 7 % 12] || ' ' ||
        (array['소','중','대','특대','10입','20입','100g','250g','480g','1kg'])
          [1 + i / 10 % 10] || ' ' || i / 100 || '호' as item_nm,
      (array['A','B','C','D','E','F'])[1 + (h >> 5) % 6] as zone,
      'A' || 10 + (h >> 4) % 30 || '-' || 10 + (h >> 9) % 60 || '-' || 1 + (h >> 13) % 5 as cell,
      'L26' || 10000 + (h >> 6) % 20000 as lot,
      date '2027-01-01' + (h >> 8) % 1096 as expiry,
      ((h >> 11) % 10000)::numeric(15,3) as qty,
      (case when id % 3 = 0 then (h >> 7) % 500 else 0 end)::numeric(15,3) as allocated,
      case when h % 17 = 0 then 'Y' else 'N' end as hold,
      (((h >> 9) % 13000) * 0.001)::numeric(15,3) as cbm
    from (
      select id, h, h % 5000 as i
      from (
        select id, (((id::int8 * 2654435761) & 2147483647)::int4 # (id >> 4)) & 2147483647 as h
        from (select generate_series(${first + 1}::int, ${first + rows}::int) as id) series
        offset 0
      ) hashed
      offset 0
    ) row`
}
