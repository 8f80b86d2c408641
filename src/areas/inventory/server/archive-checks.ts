import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

/** Last archived seal, which the first remaining one follows. */
export const archivedHead = sql`
  select coalesce(max(seal_no), 0) seal_no,
    coalesce((array_agg(hash order by seal_no desc))[1], '') hash from ledger_anchor`

export const archiveChecks: readonly LedgerCheck[] = [
  {
    name: 'Archived seals = chain of their movements',
    ko: '보관한 봉인 = 수불로 다시 계산한 봉인',
    subject: 'anchor',
    looked: sql`select count(*) n from ledger_anchor`,
    breaches: (only) => sql`
      select a.seal_no, a.hash is distinct from anchored_hash(a) is_changed
      from ledger_anchor a left join ledger_anchor p on p.seal_no = a.base_seal_no
      where ${only('a.seal_no')} and (a.hash is distinct from anchored_hash(a)
        or (a.base_hash, a.base_movement_no)
          is distinct from (coalesce(p.hash, ''), coalesce(p.movement_no, 0))
        or (a.base_seal_no > 0 and p.seal_no is null))`,
  },
  {
    name: 'No gap between archived months',
    ko: '보관한 월의 연속',
    subject: 'archive',
    looked: sql`select count(*) n from ledger_archive`,
    breaches: (only) => sql`
      select month, base_seal_no, seal_no from (
        select month, base_seal_no, seal_no, hash,
          lag(month) over o month_before, lag(seal_no, 1, 0::bigint) over o seal_before,
          lead(month) over o is null and seal_no <> coalesce(
            (select max(seal_no) from ledger_anchor), 0) is_short
        from ledger_archive window o as (order by month)) m
      where ${only('month')} and (is_short or base_seal_no <> seal_before
        or to_date(month, 'YYYYMM') <> to_date(month_before, 'YYYYMM') + interval '1 month'
        or hash is distinct from case when seal_no = 0 then ''::bytea else
          (select a.hash from ledger_anchor a where a.seal_no = m.seal_no) end)`,
  },
]
