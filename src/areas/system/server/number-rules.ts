import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import {
  handleEdits,
  handleQuery,
  type Handler,
  type QueryCall,
  type SaveCall,
} from '#server/engine/handler.ts'
import { rejectStale } from '#server/engine/table-save.ts'
import { numberRules, saveNumberRules } from '../operations/site-facts.ts'
import { autoNumberRule } from '../tables/site-facts.ts'

const today = sql`(now() at time zone 'Asia/Seoul')::date`
/** Select fields have no empty code, so a rule without a period is shown as NONE. */
const patternName = (pattern: Sql) => sql`coalesce(nullif(${pattern}, ''), 'NONE')`

/**
 * The next three numbers of rule `r` on a date: the first in full, then only the counters, as
 * `RC-20260101-0003, 0004, 0005`.
 */
const previewNumbers = (day: Sql, warehouse: string): Sql => sql`
  (select string_agg(case n when 1
        then number_text(w.prefix, w.pattern, w.digits, p.period, coalesce(a.last_no, 0) + n)
        else number_text('', '', w.digits, '', coalesce(a.last_no, 0) + n) end, ', ' order by n)
    from number_rule_on(r, ${day}) w cross join generate_series(1, 3) n
    cross join lateral (select number_period(w.pattern, ${day}, ${warehouse}) period) p
    left join auto_number a on a.rule_cd = r.rule_cd and a.period = p.period)`

const selectRules = ({ scope: { wcode } }: QueryCall) => sql`
  select r.rule_cd, r.rule_nm, w.prefix, ${patternName(sql`w.pattern`)} period_pattern, w.digits,
    ${previewNumbers(today, wcode)} next_three,
    case when waits then r.next_prefix end next_prefix,
    case when waits then ${patternName(sql`r.next_pattern`)} end next_pattern,
    case when waits then r.next_digits end next_digits,
    case when waits then r.next_from_dt end next_from_dt,
    case when waits then ${previewNumbers(sql`r.next_from_dt`, wcode)} end then_three,
    r.version, r.updated_by, r.updated_at
  from auto_number_rule r cross join lateral number_rule_on(r, ${today}) w
  cross join lateral (select coalesce(r.next_from_dt > ${today}, false) waits) x`

/**
 * Saves rule changes, which start with the next period. Pending changes that are already due become
 * the current rule first.
 */
async function saveChanges(call: SaveCall) {
  const text = label('규칙은 추가하거나 삭제할 수 없습니다.', 'Rules cannot be added or deleted.')
  const lacking = call.rows
    .filter(({ flag }) => flag !== 'U')
    .map(({ no }): RowError => ({ row: no, column: 'RULE_CD', text }))
  if (lacking.length > 0) throw invalidRows(lacking)
  await recordHistory(call)
  // Omitted values are unchanged. A row without values cancels the pending change.
  const given = call.rows.map(({ no, version, values }) => ({
    no,
    version,
    rule: values['RULE_CD'],
    prefix: values['NEXT_PREFIX'] ?? null,
    pattern: values['NEXT_PATTERN'] === 'NONE' ? '' : (values['NEXT_PATTERN'] ?? null),
    digits: values['NEXT_DIGITS'] ?? null,
  }))
  const done = await call.tx.query<{ no: number }>(sql`
    update auto_number_rule r set prefix = w.prefix, period_pattern = w.pattern, digits = w.digits,
      next_prefix = case when is_asked then coalesce(g.prefix, w.prefix) end,
      next_pattern = case when is_asked then coalesce(g.pattern, w.pattern) end,
      next_digits = case when is_asked then coalesce(g.digits, w.digits) end,
      next_from_dt = case when is_asked then (case replace(w.pattern, 'WCODE-', '')
        when 'YYYYMM' then date_trunc('month', ${today}::timestamp) + interval '1 month'
        when 'YYYY' then date_trunc('year', ${today}::timestamp) + interval '1 year'
        else ${today} + interval '1 day' end)::date end,
      version = r.version + 1, updated_by = ${call.userId}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(no integer, version integer,
        rule text, prefix text, pattern text, digits integer)
      cross join lateral (
        select num_nonnulls(g.prefix, g.pattern, g.digits) > 0 is_asked) asked,
      auto_number_rule was cross join lateral number_rule_on(was, ${today}) w
    where r.rule_cd = g.rule and was.rule_cd = r.rule_cd and r.version = g.version
    returning g.no`)
  await rejectStale(call, autoNumberRule, call.rows, done)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      '다음 주기부터 새 규칙으로 채번합니다.',
      'The new rule applies from the next period.',
    ),
  }
}

export const numberRuleHandlers: readonly Handler[] = [
  handleQuery(numberRules, 'v.rule_cd', selectRules),
  handleEdits(saveNumberRules, saveChanges),
]
