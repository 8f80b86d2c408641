import sql, { join, raw, type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { masterCodeLists } from '#areas/master/rules/code-lists.ts'
import { closedCell } from '../rules/closed-cell.ts'
import {
  placementDoors,
  placementOutcome,
  placementRules,
  type DoorDefinition,
  type PlacementDoor,
  type PlacementRule,
} from '../rules/placement-doors.ts'
import { openCell } from './open-cell.ts'
import type { Check, Facts } from './placement-check.ts'
import { storageChecks } from './storage-checks.ts'

const temperatures: Readonly<Record<string, Label>> = masterCodeLists.temperature

const mixTexts: Readonly<Record<string, Label>> = {
  OWNER: label('한 화주의 재고만', 'stock of one owner'),
  STOCK: label('한 품목만', 'one item'),
  LOT: label('한 품목의 한 로트만', 'one lot of one item'),
}

const units: Readonly<Record<string, Label>> = {
  PALLET: label('파렛트', 'Pallet'),
  BOX: label('박스', 'Box'),
}

export function findOverCapacity(facts: Facts): Label {
  const { cell, capacity, used } = facts
  return used === undefined
    ? label(
        `셀 ${cell}의 용량 ${capacity} CBM을 넘습니다.`,
        `This exceeds the capacity of cell ${cell}: ${capacity} CBM.`,
      )
    : label(
        `셀 ${cell}의 용량 ${capacity} CBM을 넘습니다 (${used} CBM).`,
        `This exceeds the capacity of cell ${cell}: ${used} of ${capacity} CBM.`,
      )
}

export function splitOverCells(facts: Facts): Label {
  const { kind = '', unit = '', cells } = facts
  return label(
    `${units[kind]?.ko} ${unit}${josa(unit, '이/가')} 두 셀${cells ? `(${cells})` : ''}에 나뉩니다.`,
    `${units[kind]?.en} ${unit} would be split over two cells${cells ? ` (${cells})` : ''}.`,
  )
}

/** Pallets or boxes found in more than one cell. */
function splitUnits(unit: 'PALLET' | 'BOX'): Sql {
  const column = raw(unit === 'PALLET' ? 'pallet_no' : 'box_no')
  return sql`
    select min(a.no) no, jsonb_build_object('kind', ${unit}::text, 'unit', b.${column},
      'cells', string_agg(distinct b.cell_cd, ', ')) facts
    from arrival a join stock_balance b on b.wcode = a.wcode and b.qty > 0
      and b.${column} = a.${column} and b.${column} <> ''
    group by b.wcode, b.${column} having count(distinct b.cell_cd) > 1`
}

const checks: Readonly<Record<PlacementRule, Check>> = {
  ...storageChecks,
  CLOSED: {
    violations: sql`
      select t.no, jsonb_build_object('cell', t.cell_cd) facts from target t where not t.is_open`,
    text: ({ cell }) => closedCell(cell),
  },
  CAPACITY: {
    violations: (stored) => sql`
      select t.no, jsonb_build_object('cell', t.cell_cd, 'capacity', t.capacity_cbm,
        'used', u.used) facts
      from target t cross join lateral (
        select round(sum(b.qty * s.cbm), 3) used from ${stored} b
        join stock s on s.owner_cd = b.owner_cd and s.stock_cd = b.stock_cd
        where t.capacity_cbm is not null and b.wcode = t.wcode and b.cell_cd = t.cell_cd
          and b.qty > 0) u
      where u.used > t.capacity_cbm`,
    text: findOverCapacity,
  },
  UNMEASURED: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('item', a.stock_cd, 'cell', a.cell_cd,
        'measure', case when a.cbm = 0 and a.capacity_cbm is not null then 'CBM' else 'kg' end) facts
      from entry a
      where (a.cbm = 0 and a.capacity_cbm is not null) or (a.weight_kg = 0 and a.max_kg is not null)
      group by a.owner_cd, a.stock_cd, a.cell_cd, a.cbm, a.capacity_cbm`,
    text: ({ item, cell, measure }) =>
      measure === 'CBM'
        ? label(
            `품목 ${item}의 CBM이 미측정이라 셀 ${cell}의 용량에 반영되지 않았습니다. 품목을 측정하세요.`,
            `Item ${item} has no measured CBM, so it is not counted in the capacity of cell ${cell}. Measure the item.`,
          )
        : label(
            `품목 ${item}의 중량이 미측정이라 셀 ${cell}의 최대중량에 반영되지 않았습니다. 품목을 측정하세요.`,
            `Item ${item} has no measured weight, so it is not counted in the maximum weight of cell ${cell}. Measure the item.`,
          ),
  },
  MIXING: {
    violations: (stored) => sql`
      select t.no, jsonb_build_object('cell', t.cell_cd, 'mix', t.mix_cd) facts
      from target t cross join lateral (
        select count(distinct b.owner_cd) owners, count(distinct (b.owner_cd, b.stock_cd)) items,
          count(distinct (b.owner_cd, b.stock_cd, upper(l.lot_no), l.mark, l.plot, l.made_dt,
            l.valid_dt, case l.lot_no when '' then l.received_dt end)) lots
        from ${stored} b join lot l on l.lot_id = b.lot_id
        where t.mix_cd <> 'ANY' and b.wcode = t.wcode and b.cell_cd = t.cell_cd and b.qty > 0) u
      where case t.mix_cd when 'OWNER' then u.owners when 'STOCK' then u.items
        else u.lots end > 1`,
    text: ({ cell, mix = '' }) =>
      label(
        `셀 ${cell}에는 ${mixTexts[mix]?.ko} 보관할 수 있습니다.`,
        `Cell ${cell} can only store ${mixTexts[mix]?.en}.`,
      ),
  },
  // Does not apply to damaged, held and sample stock, which is stored separately, or to docks,
  // which are temporary.
  ZONE: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('item', a.stock_cd, 'cell', a.cell_cd,
        'zone', a.zone_cd, 'only', w.zone_cd) facts
      from entry a
      join stock_group g on g.owner_cd = a.owner_cd and g.group_cd = a.group_cd
      join work_method w on w.wcode = a.wcode and w.method_cd = g.put_method_cd
        and w.work_cd = 'PUT' and w.use_yn = 'Y' and w.zone_cd <> a.zone_cd
      where not a.is_dock and a.condition_cd = 'NORMAL'
      group by a.owner_cd, a.stock_cd, a.cell_cd, a.zone_cd, w.zone_cd`,
    text: ({ item, cell, zone, only }) =>
      label(
        `품목 ${item}${josa(item, '은/는')} 존 ${only}에만 적치할 수 있습니다. 셀 ${cell}${josa(cell, '은/는')} 존 ${zone}에 있습니다.`,
        `Item ${item} can only be put away in zone ${only}; cell ${cell} is in zone ${zone}.`,
      ),
  },
  // Applies to stock in every condition, but not to docks, which are temporary.
  TEMPERATURE: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('item', a.stock_cd, 'cell', a.cell_cd,
        'needs', a.temperature_cd, 'has', a.zone_temperature_cd) facts
      from entry a where not a.is_dock and a.temperature_cd <> a.zone_temperature_cd
      group by a.owner_cd, a.stock_cd, a.cell_cd, a.temperature_cd, a.zone_temperature_cd`,
    text: ({ item, cell, needs = '', has = '' }) =>
      label(
        `품목 ${item}의 보관온도는 ${temperatures[needs]?.ko}입니다. 셀 ${cell}의 온도대는 ${temperatures[has]?.ko}입니다.`,
        `Item ${item} must be stored ${temperatures[needs]?.en}; cell ${cell} is ${temperatures[has]?.en}.`,
      ),
  },
  UNIT: {
    violations: sql`${splitUnits('PALLET')} union all ${splitUnits('BOX')}`,
    text: splitOverCells,
  },
}

/** One row per movement `m` into a cell. `is_new` unless that cell held the same lot before. */
const selectArrivals = (movements: Sql) => sql`
  select m.no, t.wcode, t.cell_cd, t.owner_cd, t.stock_cd, t.condition_cd, t.pallet_no, t.box_no,
    (t.wcode, t.cell_cd, t.lot_id) is distinct from (f.wcode, f.cell_cd, f.lot_id) is_new
  from (${movements}) m join stock_balance t on t.balance_id = m.to_balance_id
  left join stock_balance f on f.balance_id = m.from_balance_id`

/**
 * Arrivals of stock that was not in the cell before, with item, cell and zone. Joined once for all
 * rules: when each rule joined a save of a thousand rows, the plan for one row took minutes.
 */
const newArrivals = sql`
  select a.no, a.wcode, a.cell_cd, a.owner_cd, a.stock_cd, a.condition_cd, k.cbm, k.weight_kg,
    k.temperature_cd, k.store_cd, k.hazard_cd, k.group_cd, c.zone_cd, c.cell_type_cd = 'DOCK' is_dock,
    c.capacity_cbm, c.mix_cd, c.max_kg, c.max_plt, coalesce(c.owner_cd, z.owner_cd) only_owner_cd,
    z.store_cds, z.hazard_cds, z.temperature_cd zone_temperature_cd, ${openCell} is_open
  from arrival a
  join stock k on k.owner_cd = a.owner_cd and k.stock_cd = a.stock_cd
  join cell c on c.wcode = a.wcode and c.cell_cd = a.cell_cd
  join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
  where a.is_new`

/** Cells that receive new stock, each with its first row. */
const targets = sql`
  select min(no) no, wcode, cell_cd, capacity_cbm, mix_cd, max_kg, max_plt, is_open
  from entry group by wcode, cell_cd, capacity_cbm, mix_cd, max_kg, max_plt, is_open`

interface Violation extends Record<string, unknown> {
  no: number
  rule: PlacementRule
  facts: Facts
}

interface PlacementPlan {
  /** Relation of stored and expected stock, with the columns of `stock_balance`. */
  readonly stored: Sql
  /** Appended to every rejection. */
  readonly hint: Label
}

/**
 * Checks posted movements against the placement rules for how they reach their cells (`door`).
 * Throws AppError 422 for rows that violate a rejecting rule. Returns the messages of warning
 * rules. Reads the data as it is after posting. First locks cells with a limit or mixing rule, and
 * zones that accept hazardous stock. Otherwise two saves could share the last space or combine two
 * incompatible classes. Sends all statements in one round trip.
 */
export async function checkPlacement(
  { tx, userId }: Pick<SaveCall, 'tx' | 'userId'>,
  door: PlacementDoor,
  movements: Sql,
  { stored, hint }: Partial<PlacementPlan> = {},
): Promise<readonly Label[]> {
  const rules = placementRules.filter((rule) => placementOutcome(door, rule) !== 'skip')
  if (rules.length === 0) return []
  const violationQueries = rules.map((rule) => {
    const { violations } = checks[rule]
    const select =
      typeof violations === 'function' ? violations(stored ?? sql`stock_balance`) : violations
    return sql`select ${rule}::text rule, v.no, v.facts from (${select}) v`
  })
  const [, found] = await Promise.all([
    tx.query(sql`
      with place as materialized (
        select distinct t.wcode, t.cell_cd, k.hazard_cd is not null is_hazardous
        from (${movements}) m join stock_balance t on t.balance_id = m.to_balance_id
        join stock k on k.owner_cd = t.owner_cd and k.stock_cd = t.stock_cd),
      locked_cell as (
        select 1 from cell where (coalesce(capacity_cbm, max_kg, max_plt) is not null
          or mix_cd <> 'ANY') and (wcode, cell_cd) in (select wcode, cell_cd from place)
        order by wcode, cell_cd for no key update),
      locked_zone as (
        select 1 from zone where hazard_cds is not null and (wcode, zone_cd) in (
          select c.wcode, c.zone_cd from place p join cell c using (wcode, cell_cd)
          where p.is_hazardous)
        order by wcode, zone_cd for no key update)
      select from locked_cell union all select from locked_zone`),
    tx.query<Violation>(sql`
      with arrival as materialized (${selectArrivals(movements)}), entry as materialized (${newArrivals}),
        target as materialized (${targets})
      ${join(violationQueries, ' union all ')} order by 2, 1`),
  ])
  const violations = found.length > 0 ? await hideOtherOwners(tx, userId, found) : []
  const refused = violations.filter(({ rule }) => placementOutcome(door, rule) === 'refuse')
  if (refused.length)
    throw invalidRows(refused.map((violation) => toRowError(door, violation, hint)))
  return violations.map(({ rule, facts }) => checks[rule].text(facts))
}

/** Message values about other owners' stock and cells, by rule. */
const foreignFacts: Partial<Record<PlacementRule, readonly string[]>> = {
  CAPACITY: ['used'],
  WEIGHT: ['used'],
  PALLETS: ['used'],
  DEDICATED: ['only'],
  SEPARATION: ['another', 'cell'],
  UNIT: ['cells'],
  FACE: ['other'],
}

/** Removes values from violations that owner-restricted users must not see. */
async function hideOtherOwners(
  tx: Transaction,
  userId: string,
  found: readonly Violation[],
): Promise<readonly Violation[]> {
  const [all] = await tx.query(sql`
    select 1 from app_user where user_id = ${userId} and all_owners_yn = 'Y'`)
  if (all) return found
  return found.map((violation) => {
    const hidden = foreignFacts[violation.rule] ?? []
    const facts = Object.entries(violation.facts).filter(([name]) => !hidden.includes(name))
    return { ...violation, facts: Object.fromEntries(facts) }
  })
}

function toRowError(door: PlacementDoor, { no, rule, facts }: Violation, hint?: Label) {
  const { column, ...advice }: DoorDefinition = placementDoors[door]
  const instead = hint ?? advice.instead
  const text = checks[rule].text(facts)
  return {
    row: no,
    ...(column && { column }),
    text: instead ? label(`${text.ko} ${instead.ko}`, `${text.en} ${instead.en}`) : text,
  }
}
