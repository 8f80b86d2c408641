import type { UploadScreen } from '#kernel/screen.ts'
import { pick } from '#kernel/table.ts'
import { writeCharges } from '../operations/charges.ts'
import { charge } from '../tables/charge.ts'

export const chargeUploadScreen: UploadScreen = {
  kind: 'upload',
  route: 'ChargeUpload',
  search: [],
  save: writeCharges,
  ownerMapping: false,
  header: pick(charge, ['OWNER_CD']),
  columns: Object.keys(writeCharges.input)
    .filter((field) => field !== 'OWNER_CD')
    .map((field) => ({ field, editable: true })),
}
