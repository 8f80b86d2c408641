import { combinedSearchField } from '#kernel/edition.ts'
import { text, withOptions } from '#kernel/field.ts'
import { headerLineOperations } from '#kernel/header-line-operations.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { customer, customerPlace, customerTables } from '../tables/customer.ts'
import { countryNameRef } from '../tables/references.ts'

export const customers = headerLineOperations('freight', 'customer', customerTables, {
  bound: 'refused',
  head: { COUNTRY_NM: countryNameRef },
  search: combinedSearchField,
})

/** Customers with their first address and a possible duplicate. */
export const customerSearch = defineQuery({
  name: 'freight/customer-search',
  title: label('거래처 찾기', 'Find customers'),
  action: 'search',
  scope: 'company',
  bound: 'refused',
  search: { ...combinedSearchField, ...customer.fields },
  output: {
    ...customer.fields,
    ...pick(customerPlace, ['ADDRESS', 'PERSON_NM', 'PHONE_NO', 'EMAIL']),
    DOUBLE_CD: text(label('중복 의심', 'Possible duplicates'), { width: 110 }),
  },
})

/**
 * Merges customers into another record. Their codes resolve to that record and their places are
 * copied to it.
 */
export const mergeCustomers = defineProcedure({
  name: 'freight/merge-customers',
  bound: 'refused',
  title: label('거래처 통합', 'Merge customers'),
  with: [customers.save],
  action: 'save',
  scope: 'company',
  maxRows: 100,
  input: {
    CUSTOMER_CD: withOptions(customer.fields.CUSTOMER_CD, { required: true }),
    MERGED_TO_CD: withOptions(customer.fields.MERGED_TO_CD, {
      required: true,
      label: label('유지할 거래처', 'Customer to keep'),
    }),
  },
})
