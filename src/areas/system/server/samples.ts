import sql, { type Sql } from 'sql-template-tag'
import { sampleFigures, sampleItems, sampleMonths } from '#areas/system/operations/samples.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { invalidSearchError } from '#server/engine/typed-search.ts'

const defaultRows = 60

export const sampleItemsHandler = handleQuery(
  sampleItems,
  'item_cd',
  ({ search }) => selectItems(readRowCount(String(search['ROWS'] ?? defaultRows))),
  ['ROWS'],
)

function readRowCount(typed: string): number {
  const field = sampleItems.search.ROWS
  const rows = Number(typed)
  if (/^\d+$/.test(typed) && rows >= Number(field.min) && rows <= Number(field.max)) return rows
  throw invalidSearchError(field, typed)
}

function selectItems(rows: number): Sql {
  return sql`
    select (array['HANSOL','SEOJIN','VATECH'])[1 + n % 3] as owner_cd,
      'SKU' || (100200 + n * 37) as item_cd,
      (array['한솔','서진','바텍','다온','미래','누리','새롬','가온','하람','도담'])[1 + n % 10]
        || ' ' || (array['비타민C 1000 정','프리미엄 믹스넛','무선 이어폰 팁','임플란트 픽스처',
          '유기농 현미','저자극 클렌징 폼','캠핑 랜턴','스테인리스 텀블러','아동용 마스크',
          '보습 크림','헤어 드라이어','커피 원두'])[1 + n % 12] as item_nm,
      (8801234500000 + n * 7919)::text as barcode,
      (n * 108 + 504) % 1100 as qty,
      ((n * 1033 + 6199) % 13000) * 0.001 as weight_kg,
      make_date(2027, 1 + n % 12, 1 + n % 28) as valid_ymd,
      make_timestamptz(2026, 11, 20, n % 24, n * 7 % 60, 0, 'Asia/Seoul') as moved_at,
      (array['20','10','30','10','40','10'])[1 + n % 6] as state,
      case when n % 4 = 0 then 'Y' else 'N' end as use_yn,
      n * 29 % 101 as done,
      case when n % 5 = 0 then '파손 확인' end as memo
    from generate_series(0, ${rows}::int - 1) n`
}

export const sampleMonthsHandler = handleQuery(
  sampleMonths,
  'month',
  ({ search }) => selectMonths(String(search['ITEM_CD'] ?? '')),
  ['ITEM_CD'],
)

function selectMonths(itemCode: string): Sql {
  const digits = itemCode.replaceAll(/\D/g, '').slice(0, 8)
  const item = Math.max(0, Math.trunc((Number(digits) - 100_200) / 37))
  const quantity = (item * 108 + 504) % 1100
  return sql`
    select '2026-' || lpad((n + 1)::text, 2, '0') as month,
      (${quantity}::int + n * n * 37) % 97 as in_qty,
      (${quantity}::int + n * n * 41) % 83 as out_qty
    from generate_series(0, 11) n`
}

export const sampleFiguresHandler = handleQuery(
  sampleFigures,
  'part, name',
  () => sql`
    select 'STATE' as part, state as name, sum(qty)::int as qty
    from (${selectItems(defaultRows)}) item group by state
    union all
    select 'MONTH', month, out_qty from (${selectMonths('')}) item_month`,
)
