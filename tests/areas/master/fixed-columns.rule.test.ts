import { expect, test } from 'vitest'
import { fixedTables, type FixedTable } from '#areas/master/rules/fixed-columns.ts'
import { cell, zone } from '#areas/master/tables/place.ts'
import { stock } from '#areas/master/tables/stock.ts'

const changeFields = ['VERSION', 'CREATED_BY', 'CREATED_AT', 'UPDATED_BY', 'UPDATED_AT']

test.each([stock, cell, zone])('every editable column of $name has a decision', (table) => {
  const editable = Object.keys(table.fields).filter(
    (column) => !table.key.includes(column) && !changeFields.includes(column),
  )
  const decided: Readonly<Record<string, FixedTable>> = fixedTables
  expect(Object.keys(decided[table.name]?.columns ?? {}).toSorted()).toEqual(editable.toSorted())
})
