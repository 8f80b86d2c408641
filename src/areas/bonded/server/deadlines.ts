import sql, { type Sql } from 'sql-template-tag'
import { handleQuery } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { deadlines } from '../operations/keeping.ts'
import { cargoStepFrom } from '../rules/cargo-status.ts'

interface DeadlineTerms {
  readonly kind: Sql
  /** Date on which the cargo was complete. */
  readonly arrived: Sql
  readonly extended: Sql
  readonly prior: Sql
}

/** Last calendar date of the storage period. The first day does not count. */
export const periodEnd = ({ kind, arrived, extended, prior }: DeadlineTerms): Sql => sql`
  (${arrived} + make_interval(months =>
    (bonded_rule_value(${kind}, 'TERM', ${arrived}) + ${extended})::integer))::date - ${prior}`

/** Last date of the storage period, on a day on which customs works. */
export const periodEndDate = (wcode: Sql, terms: DeadlineTerms): Sql =>
  sql`customs_day(${wcode}, ${periodEnd(terms)})`

/** Last date to declare cargo received on a date, or null if the shed has no limit. */
export const declareDay = (wcode: Sql, kind: Sql, arrived: Sql): Sql =>
  sql`customs_day(${wcode}, ${arrived} + bonded_rule_value(${kind}, 'DECLARE', ${arrived})::integer)`

/**
 * Last date to release cargo accepted on a date under a basis: imports and sales leave the shed,
 * returns and exports are loaded. Other bases have no term.
 */
export const removeDay = (wcode: Sql, kind: Sql, cleared: Sql, basis: Sql): Sql =>
  sql`customs_day(${wcode}, ${cleared} + bonded_rule_value(${kind}, case
    when ${basis} in ('IMPORT', 'AUCTION') then 'REMOVE'
    when ${basis} in ('RETURN', 'LOADING') then 'LOAD' end, ${cleared})::integer)`

const wcode = sql`c.wcode`
const arrivalDate = sql`c.in_dt`
const kind = sql`s.kind_cd`

/**
 * Deadlines of cargo with remaining packages. Uses only the stored register totals, so Home and the
 * nightly email never sum register lines.
 */
export const deadlineRows = (today: string): Sql => sql`
  select c.wcode, c.owner_cd, o.owner_nm, c.bond_no, c.state_cd, c.cargo_no, c.mbl_no, c.hbl_no,
    c.goods_nm, c.consignee_nm, c.shed_cd, s.kind_cd, c.in_pkg_qty - c.out_pkg_qty rest_pkg_qty,
    c.pkg_unit_cd, d.deadline_cd, d.due_dt, d.due_dt - ${today}::date left_days
  from bonded_cargo c join bonded_shed s using (wcode, shed_cd) join owner o using (owner_cd)
  cross join lateral (values
    ('END', ${periodEndDate(wcode, { kind, arrived: arrivalDate, extended: sql`c.extend_months`, prior: sql`c.prior_days` })}),
    ('DECLARE', case when c.clear_pkg_qty < c.in_pkg_qty then ${declareDay(wcode, kind, arrivalDate)} end),
    ('REMOVE', (select min(${removeDay(wcode, kind, sql`b.accept_dt`, sql`b.basis_cd`)}) from bonded_basis b
      where b.bond_no = c.bond_no and b.closed_yn = 'N' and b.cancelled_at is null))
  ) d (deadline_cd, due_dt)
  where c.state_cd not in (${quoteCodes(cargoStepFrom.skipDeadlines)}) and c.in_pkg_qty > c.out_pkg_qty
    and d.due_dt is not null`

export const deadlinesHandler = handleQuery(
  deadlines,
  'v.due_dt, v.bond_no, v.deadline_cd',
  ({ today }) => deadlineRows(today),
)
