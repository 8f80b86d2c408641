import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { handlePrint } from '#server/engine/handler.ts'
import { ownNumberLabel } from '#server/print/own-number-label.ts'
import { cellLabels } from '../operations/cell-labels.ts'
import { ownLabelText } from '../rules/own-label.ts'

const labelSize = { widthMm: 80, heightMm: 40 }

export const cellLabelsHandler = handlePrint(cellLabels, async ({ rows, scope, db, language }) => {
  const codes = [...new Set(rows.map((row) => String(row['CELL_CD'])))]
  const cells = await db.query<{ cell_cd: string; zone_nm: string }>(sql`
    select c.cell_cd, z.zone_nm from cell c join zone z using (wcode, zone_cd)
    where c.wcode = ${scope.wcode} and c.cell_cd = any(${codes}::text[])
    order by array_position(${codes}::text[], c.cell_cd)`)
  const missing = codes.length - cells.length
  if (missing > 0) {
    const text = label(
      `저장되지 않은 셀이 ${formatCount(missing)}건 있습니다. 저장한 뒤 인쇄하세요.`,
      `${formatCount(missing, 'cell')} not saved. Save, then print.`,
    )
    throw new AppError(409, 'PRINT_STATE', text)
  }
  const zone = label('존', 'Zone')[language]
  const labels = cells.map(({ cell_cd: code, zone_nm: name }) =>
    ownNumberLabel(
      code,
      ownLabelText('CELL', code),
      [{ label: zone, value: name }],
      labelSize.widthMm,
    ),
  )
  return {
    fileName: `${label('셀라벨', 'cell-labels')[language]}_${codes[0] ?? ''}`,
    ...labelSize,
    labels,
  }
})
