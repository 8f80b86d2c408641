import { describe, expect, test } from 'vitest'
import { columnName } from '#kernel/table.ts'
import { allTables } from './support/all-tables.ts'
import { checkoutPaths, checkoutText } from './support/checkout.ts'
import {
  columnsWithoutField,
  fieldsWithoutColumn,
  keptByEngine,
} from './support/column-exceptions.ts'
import { sqlColumns } from './support/sql-columns.ts'

describe('tables and migrations', () => {
  const inSql = sqlColumns(
    checkoutPaths.filter((path) => path.endsWith('.sql')).map((path) => checkoutText(path)),
  )

  test('tables are found, and their columns are read from the migrations', () => {
    expect(allTables.length).toBeGreaterThan(10)
    const scripts = [
      "create table a (b text check (b in ('x', 'y')), c numeric(3, 2), primary key (b, c)); -- d text",
      'alter table a add column e text, add f text, drop column c, add constraint g check (true);',
      'alter table a rename column b to h;',
    ]
    expect(sqlColumns(scripts)).toEqual(new Map([['a', new Set(['e', 'f', 'h'])]]))
  })

  test('every column has a field and every field a column', () => {
    const complaints = allTables.flatMap(({ name, fields }) => {
      const columns = inSql.get(name)
      if (!columns) return [`${name}: no migration creates it`]
      const named = new Set(Object.keys(fields).map(columnName))
      const derived = fieldsWithoutColumn[name] ?? []
      const unshown = columnsWithoutField[name] ?? []
      const where = 'tests/support/column-exceptions.ts'
      return [
        ...[...named]
          .filter((field) => !columns.has(field) && !derived.includes(field))
          .map((field) => `${name}.${field}: write a migration, or list it as derived in ${where}`),
        ...[...columns]
          .filter((column) => !named.has(column) && !unshown.includes(column))
          .filter((column) => !keptByEngine.has(column))
          .map((column) => `${name}.${column}: add the field to its table, or list it in ${where}`),
        ...derived
          .filter((field) => !named.has(field) || columns.has(field))
          .map(
            (field) => `${name}.${field}: is no derived field any more, take it out of ${where}`,
          ),
        ...unshown
          .filter((column) => !columns.has(column) || named.has(column))
          .map(
            (column) =>
              `${name}.${column}: is no fieldless column any more, take it out of ${where}`,
          ),
      ]
    })
    expect(complaints).toEqual([])
  })

  test('the exception lists name only described tables', () => {
    const described = new Set(allTables.map((table) => table.name))
    const listed = [...Object.keys(fieldsWithoutColumn), ...Object.keys(columnsWithoutField)]
    expect(listed.filter((name) => !described.has(name))).toEqual([])
  })
})
