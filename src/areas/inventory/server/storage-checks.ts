import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { masterCodeLists } from '#areas/master/rules/code-lists.ts'
import type { PlacementRule } from '../rules/placement-doors.ts'
import type { Check } from './placement-check.ts'

type StorageRule = Extract<
  PlacementRule,
  'HAZARD' | 'SEPARATION' | 'CLASS' | 'DEDICATED' | 'WEIGHT' | 'PALLETS' | 'FACE'
>

const names: Readonly<Record<string, Label>> = {
  ...masterCodeLists.hazard,
  ...masterCodeLists['store-class'],
}
const none = label('없음', 'none')

/** Names of codes separated by commas. Codes added by the site are shown as they are. */
function nameCodes(codes: string | number | undefined): Label {
  const named = String(codes ?? '')
    .split(',')
    .map((code) => names[code.trim()] ?? label(code, code))
  if (named.every(({ ko }) => ko === '')) return none
  return label(named.map(({ ko }) => ko).join(', '), named.map(({ en }) => en).join(', '))
}

/** Rules for the class of an item, its owner and the load of a cell, in the form of `checks`. */
export const storageChecks: Readonly<Record<StorageRule, Check>> = {
  HAZARD: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('item', a.stock_cd, 'zone', a.zone_cd,
        'needs', a.hazard_cd, 'has', coalesce(a.hazard_cds, '')) facts
      from entry a where not a.is_dock and a.hazard_cd is not null
        and not code_listed(a.hazard_cds, a.hazard_cd)
      group by a.owner_cd, a.stock_cd, a.zone_cd, a.hazard_cd, a.hazard_cds`,
    text: ({ item, zone, needs, has }) => {
      const [one, all] = [nameCodes(needs), nameCodes(has)]
      return label(
        `품목 ${item}의 위험물 구분은 ${one.ko}입니다. 존 ${zone}의 허용 위험물: ${all.ko}.`,
        `Item ${item} is hazardous (${one.en}). Hazard classes of zone ${zone}: ${all.en}.`,
      )
    },
  },
  SEPARATION: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('item', a.stock_cd, 'zone', a.zone_cd,
        'one', a.hazard_cd, 'another', h.hazard_cd, 'cell', min(h.cell_cd)) facts
      from (select distinct wcode, zone_cd, hazard_cd from entry
        where not is_dock and hazard_cd is not null) d
      cross join lateral (select hazard_cd, min(cell_cd) cell_cd from zone_hazard
        where wcode = d.wcode and zone_cd = d.zone_cd and hazards_clash(d.hazard_cd, hazard_cd)
        group by hazard_cd) h
      join entry a on (a.wcode, a.zone_cd, a.hazard_cd) = (d.wcode, d.zone_cd, d.hazard_cd)
        and not a.is_dock
      group by a.owner_cd, a.stock_cd, a.zone_cd, a.hazard_cd, h.hazard_cd`,
    text: ({ item, zone, one, another: otherClass, cell }) => {
      const [own, other] = [nameCodes(one), nameCodes(otherClass)]
      if (otherClass === undefined) {
        return label(
          `품목 ${item}의 위험물 구분은 ${own.ko}입니다. 존 ${zone}에 함께 보관할 수 없는 위험물이 있습니다.`,
          `Item ${item} is hazardous (${own.en}). Zone ${zone} stores a hazard class that it must be kept apart from.`,
        )
      }
      return label(
        `품목 ${item}의 위험물 구분은 ${own.ko}입니다. 존 ${zone}의 셀 ${cell}에 ${other.ko}${josa(other.ko, '이/가')} 있습니다.`,
        `Item ${item} is hazardous (${own.en}). Cell ${cell} of zone ${zone} stores ${other.en}.`,
      )
    },
  },
  CLASS: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('item', a.stock_cd, 'zone', a.zone_cd,
        'needs', coalesce(a.store_cd, ''), 'has', a.store_cds) facts
      from entry a where not a.is_dock and a.store_cds is not null
        and not code_listed(a.store_cds, coalesce(a.store_cd, ''))
      group by a.owner_cd, a.stock_cd, a.zone_cd, a.store_cd, a.store_cds`,
    text: ({ item, zone, needs, has }) => {
      const [one, all] = [nameCodes(needs), nameCodes(has)]
      return label(
        `품목 ${item}의 보관구분은 ${one.ko}입니다. 존 ${zone}의 허용 보관구분: ${all.ko}.`,
        `Storage class of item ${item}: ${one.en}. Storage classes of zone ${zone}: ${all.en}.`,
      )
    },
  },
  DEDICATED: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('cell', a.cell_cd, 'only', a.only_owner_cd,
        'owner', a.owner_cd) facts
      from entry a where a.only_owner_cd <> a.owner_cd
      group by a.cell_cd, a.only_owner_cd, a.owner_cd`,
    text: ({ cell, only, owner }) =>
      only === undefined
        ? label(
            `셀 ${cell}${josa(cell, '은/는')} 다른 화주 전용입니다. 화주 ${owner}의 재고를 보관할 수 없습니다.`,
            `Cell ${cell} is dedicated to another owner; it cannot store stock of ${owner}.`,
          )
        : label(
            `셀 ${cell}${josa(cell, '은/는')} 화주 ${only} 전용입니다. 화주 ${owner}의 재고를 보관할 수 없습니다.`,
            `Cell ${cell} is dedicated to owner ${only}; it cannot store stock of ${owner}.`,
          ),
  },
  FACE: {
    violations: sql`
      select min(a.no) no, jsonb_build_object('cell', a.cell_cd, 'item', a.stock_cd,
        'other', min(f.stock_cd)) facts
      from entry a join pick_face f on f.wcode = a.wcode and f.cell_cd = a.cell_cd
        and f.fixed_yn = 'Y' and f.use_yn = 'Y'
        and (f.owner_cd, f.stock_cd) <> (a.owner_cd, a.stock_cd)
      group by a.cell_cd, a.owner_cd, a.stock_cd`,
    text: ({ cell, item, other }) =>
      other === undefined
        ? label(
            `셀 ${cell}${josa(cell, '은/는')} 다른 품목의 고정 피킹면입니다. 품목 ${item}의 재고를 보관할 수 없습니다.`,
            `Cell ${cell} is the fixed pick face of another item; it cannot store item ${item}.`,
          )
        : label(
            `셀 ${cell}${josa(cell, '은/는')} 품목 ${other}의 고정 피킹면입니다. 품목 ${item}의 재고를 보관할 수 없습니다.`,
            `Cell ${cell} is the fixed pick face of item ${other}; it cannot store item ${item}.`,
          ),
  },
  WEIGHT: {
    violations: (stored) => sql`
      select t.no, jsonb_build_object('cell', t.cell_cd, 'limit', trim_scale(t.max_kg),
        'used', trim_scale(u.used)) facts
      from target t cross join lateral (
        select round(sum(b.qty * k.weight_kg), 3) used from ${stored} b
        join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
        where t.max_kg is not null and b.wcode = t.wcode and b.cell_cd = t.cell_cd and b.qty > 0) u
      where u.used > t.max_kg`,
    text: ({ cell, limit, used }) =>
      used === undefined
        ? label(
            `셀 ${cell}의 최대중량 ${limit} kg을 넘습니다.`,
            `This exceeds the maximum weight of cell ${cell}: ${limit} kg.`,
          )
        : label(
            `셀 ${cell}의 최대중량 ${limit} kg을 넘습니다 (${used} kg).`,
            `This exceeds the maximum weight of cell ${cell}: ${used} of ${limit} kg.`,
          ),
  },
  PALLETS: {
    violations: (stored) => sql`
      select t.no, jsonb_build_object('cell', t.cell_cd, 'limit', t.max_plt, 'used', u.used) facts
      from target t cross join lateral (
        select count(distinct b.pallet_no) used from ${stored} b
        where t.max_plt is not null and b.wcode = t.wcode and b.cell_cd = t.cell_cd and b.qty > 0
          and b.pallet_no <> '') u
      where u.used > t.max_plt`,
    text: ({ cell, limit, used }) =>
      used === undefined
        ? label(
            `셀 ${cell}의 최대파렛트 ${limit} PLT를 넘습니다.`,
            `This exceeds the maximum pallets of cell ${cell}: ${limit} PLT.`,
          )
        : label(
            `셀 ${cell}의 최대파렛트 ${limit} PLT를 넘습니다 (${used} PLT).`,
            `This exceeds the maximum pallets of cell ${cell}: ${used} of ${limit} PLT.`,
          ),
  },
}
