import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { handleEdits, type Handler, type SaveCall, type SaveRow } from '#server/engine/handler.ts'
import { recordHistory } from '#server/engine/fact-history.ts'
import type { Lookup } from '#server/engine/lookup.ts'
import { masterHandlers } from '#server/engine/master-handlers.ts'
import { saveTable, type RowRule } from '#server/engine/table-save.ts'
import { corps, organizations, saveCompany } from '../operations/corps.ts'
import { corp, organization } from '../tables/corp.ts'

const toCorp = { columns: ['CORP_CD'], table: 'corp' }
const corpColumns = Object.keys(corps.save.input)
const organizationColumns = Object.keys(organizations.save.input)
const corpCode = ({ values }: SaveRow): string => String(values['CORP_CD'] ?? '')

function corpLines(heads: readonly SaveRow[], lines: readonly SaveRow[]): SaveRow[] {
  const created = new Map(heads.map((head) => [head.docRef, corpCode(head)]))
  return lines.map((line) => ({
    ...line,
    values: { ...line.values, CORP_CD: created.get(line.docRef) ?? line.docRef },
  }))
}

/**
 * The seal must be an image that every print-out can embed. A new seal must be the caller's own
 * upload, because print-outs would reveal a file of another user.
 */
const sealIsPicture = ({ userId }: SaveCall): RowRule => ({
  column: 'SEAL_SN',
  where: sql`r.seal_sn is not null and not exists (select from stored_file f
    where f.file_sn = r.seal_sn and f.media_type in ('image/png', 'image/jpeg')
      and f.byte_count <= 500000 and (f.created_by = ${userId} or exists (select from corp c
        where c.corp_cd = r.corp_cd and c.seal_sn = r.seal_sn)))`,
  text: label(
    '직인은 500KB 이하의 PNG 또는 JPG 이미지로 등록하세요.',
    'Attach the seal as a PNG or JPG image of at most 500 KB.',
  ),
})

/** Delete lines first, because a company cannot be deleted while it has them. */
async function saveBoth(call: SaveCall) {
  const heads = call.rows.filter(({ type }) => type === 'H')
  const lines = corpLines(
    heads,
    call.rows.filter(({ type }) => type === 'L'),
  )
  const isDeleted = (row: SaveRow) => row.flag === 'D'
  const isRemaining = (row: SaveRow) => row.flag !== 'D'
  await recordHistory(call)
  await saveTable({ ...call, rows: lines.filter(isDeleted) }, organization, organizationColumns)
  await saveTable({ ...call, rows: heads }, corp, corpColumns, [], [sealIsPicture(call)])
  await saveTable({ ...call, rows: lines.filter(isRemaining) }, organization, organizationColumns, [
    toCorp,
  ])
  const numbers = new Map(heads.map((head) => [head.no, corpCode(head)]))
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, CORP_CD: numbers.get(no) ?? null })),
    message: label(
      `회사 ${formatCount(heads.length)}건, 조직 ${formatCount(lines.length)}건을 저장했습니다.`,
      `Companies: ${formatCount(heads.length)}, organizations: ${formatCount(lines.length)} saved.`,
    ),
  }
}

export const corpHandlers: readonly Handler[] = [
  ...masterHandlers(corp, corps, { history: true, rules: (call) => [sealIsPicture(call)] }),
  ...masterHandlers(organization, organizations, { history: true, references: [toCorp] }),
  handleEdits(saveCompany, saveBoth),
]

export const corpLookups: readonly Lookup[] = [
  {
    name: 'corp',
    scope: 'company',
    bound: 'refused',
    menus: ['CmsCorpPopup'],
    select: sql`select corp_cd code, corp_nm name, biz_no detail from corp where use_yn = 'Y'`,
  },
  {
    name: 'branch',
    scope: 'company',
    bound: 'refused',
    select: sql`select org_cd code, org_nm name, corp_cd detail from organization
      where org_kind_cd = 'BRANCH'`,
  },
  {
    name: 'organization',
    scope: 'company',
    bound: 'refused',
    menus: ['CmsOrganizationPopup'],
    select: sql`select org_cd code, org_nm name, corp_cd detail from organization`,
  },
]
