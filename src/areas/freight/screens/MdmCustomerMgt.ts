import { changeColumns, editableColumns, isUnsavedRow } from '#kernel/editing.ts'
import { grid, type DocScreen } from '#kernel/screen.ts'
import { customers } from '../operations/customers.ts'
import { customerTables } from '../tables/customer.ts'

export const mdmCustomerMgtScreen: DocScreen = {
  kind: 'doc',
  route: 'MdmCustomerMgt',
  search: ['FIND', 'BIZ_NO', 'SHIPPER_YN', 'FORWARDER_YN', 'USE_YN'],
  searchAtOpen: true,
  save: customers.save,
  link: ['CUSTOMER_CD'],
  grid: grid({
    source: customers.query,
    checks: true,
    columns: [
      { field: 'CUSTOMER_CD', editable: isUnsavedRow, frozen: true },
      ...editableColumns(...customerTables.headColumns),
      'MERGED_TO_CD',
      ...changeColumns,
    ],
  }),
  lines: grid({
    source: customers.lines,
    columns: ['LINE_NO', ...editableColumns(...customerTables.lineColumns), ...changeColumns],
  }),
}
