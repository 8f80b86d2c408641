import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { matchesCodeOrName } from '#server/engine/code-search.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
} from '#server/engine/handler.ts'
import { saveHeadersAndLines, type HeaderLineKind } from '#server/engine/header-line-save.ts'
import { customers, customerSearch, mergeCustomers } from '../operations/customers.ts'
import { customerTables } from '../tables/customer.ts'
import { codeSearches } from './code-searches.ts'

const customerKind: HeaderLineKind = {
  tables: customerTables,
  rule: 'CUSTOMER',
  headReferences: [{ columns: ['COUNTRY_CD'], table: 'country' }],
}

const selectMatchingCustomers = ({ search }: QueryCall) =>
  search['FIND']
    ? sql`where ${matchesCodeOrName(codeSearches.customer, String(search['FIND']))}`
    : sql``

/** Normalized name for finding duplicates. Must equal the expression of the index. */
const normalizedName = (row: 't' | 'o') => {
  const name = row === 't' ? sql`t.customer_nm` : sql`o.customer_nm`
  return sql`lower(translate(replace(replace(${name}, '주식회사', ''), '(주)', ''), ' ', ''))`
}

const searchRows = (call: QueryCall) => sql`
  select t.*, p.address, p.person_nm, p.phone_no, p.email, d.customer_cd double_cd
  from customer t
  left join lateral (select * from customer_place x where x.customer_cd = t.customer_cd
    and x.use_yn = 'Y' order by x.line_no limit 1) p on true
  left join lateral (select o.customer_cd from customer o
    where o.customer_cd <> t.customer_cd and o.merged_to_cd is null and t.merged_to_cd is null
      and (o.biz_no = t.biz_no or ${normalizedName('o')} = ${normalizedName('t')})
    order by o.customer_cd limit 1) d on true
  ${selectMatchingCustomers(call)}`

function mergeError(code: string, into: string, known: ReadonlyMap<string, string | null>) {
  const [from, to] = [known.get(code), known.get(into)]
  if (from === undefined) return label('등록되지 않은 거래처입니다.', 'Customer not found.')
  if (from !== null) {
    return label(
      `이미 ${from}${josa(from, '으로/로')} 통합했습니다.`,
      `Already merged into ${from}.`,
    )
  }
  if (to === undefined) return label('유지할 거래처가 없습니다.', 'Customer to keep not found.')
  if (to !== null) return mergedIntoText(to)
  return code === into ? mergedWithItself : undefined
}

export const mergedIntoText = (to: string): Label =>
  label(`${to}${josa(to, '으로/로')} 통합한 거래처입니다.`, `Already merged into ${to}.`)

export const mergedWithItself = label(
  '자신과는 통합할 수 없습니다.',
  'A customer cannot be merged into itself.',
)

async function mergeRows(call: SaveCall): Promise<{ message: Label }> {
  const pairs = call.rows.map(({ no, values }) => ({
    no,
    code: String(values['CUSTOMER_CD']),
    into: String(values['MERGED_TO_CD']),
  }))
  const codes = [...new Set(pairs.flatMap(({ code, into }) => [code, into]))]
  const rows = await call.tx.query<{ customer_cd: string; merged_to_cd: string | null }>(sql`
    select customer_cd, merged_to_cd from customer where customer_cd = any(${codes}::text[])
    order by customer_cd for update`)
  const known = new Map(rows.map((row) => [row.customer_cd, row.merged_to_cd]))
  const mergedCodes = new Set(pairs.map(({ code }) => code))
  const errors = pairs.flatMap(({ no, code, into }): RowError[] => {
    const isCircular = mergedCodes.has(into) && code !== into
    const text = isCircular
      ? label(
          '유지할 거래처가 통합 대상에도 있습니다.',
          'The customer to keep is also being merged.',
        )
      : mergeError(code, into, known)
    return text ? [{ row: no, column: 'MERGED_TO_CD', text }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) r (code text, "into" text)`
  await call.tx.execute(sql`
    insert into customer_place (customer_cd, line_no, place_cd, place_nm, zip_no, address,
      person_nm, phone_no, email, use_yn, remark, created_by, updated_by)
    select r."into", coalesce((select max(line_no) from customer_place x
        where x.customer_cd = r."into"), 0)
        + row_number() over (partition by r."into" order by p.customer_cd, p.line_no),
      p.place_cd, p.place_nm, p.zip_no, p.address, p.person_nm, p.phone_no, p.email, p.use_yn,
      p.remark, ${call.userId}, ${call.userId}
    from customer_place p join ${given} on r.code = p.customer_cd`)
  // Redirects customers merged earlier into a customer of this merge too, so every code resolves in
  // one step.
  await call.tx.execute(sql`
    update customer t set merged_to_cd = r."into", use_yn = 'N', version = t.version + 1,
      updated_by = ${call.userId}, updated_at = now()
    from ${given} where r.code in (t.customer_cd, t.merged_to_cd)`)
  const count = pairs.length
  return {
    message: label(
      `거래처 ${formatCount(count)}건을 통합했습니다. 예전 코드로도 찾을 수 있습니다.`,
      `${formatCount(count, 'customer')} merged. Old codes still find the merged customer.`,
    ),
  }
}

export const customerHandlers: readonly Handler[] = [
  handleQuery(
    customers.query,
    'v.customer_cd',
    (call) => sql`select t.*, x.country_nm from customer t
      left join country x on x.country_cd = t.country_cd ${selectMatchingCustomers(call)}`,
    ['FIND'],
  ),
  handleQuery(
    customers.lines,
    'v.customer_cd, v.line_no',
    () => sql`select t.* from customer_place t`,
  ),
  handleEdits(customers.save, (call) => saveHeadersAndLines(call, customerKind)),
  handleQuery(customerSearch, 'v.customer_cd', searchRows, ['FIND']),
  handleProcedure(mergeCustomers, mergeRows),
]
