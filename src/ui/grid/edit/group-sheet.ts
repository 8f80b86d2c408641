import type { Period } from '#kernel/period.ts'
import type { GroupKey } from '#kernel/summary-key.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { groupBy, groupColumns, groupKeys } from '#ui/grid/model/grouping.ts'
import { gridTexts } from './grid-texts.ts'
import type { ListPanel, PanelLine } from './list-panel.ts'

const periods: readonly (Period | undefined)[] = [undefined, 'week', 'month', 'quarter', 'year']

/**
 * Lists the columns with their group level. Space adds or removes a level, a digit sets it, and the
 * arrow keys select the period of a date column.
 */
export function openGroups(model: GridModel, panel: ListPanel): void {
  const texts = gridTexts()
  const columns = groupColumns(model)
  const lines = (): PanelLine[] =>
    columns.map((column) => {
      const level = groupKeys(model).findIndex((key) => key.column === column.id)
      const period = groupKeys(model)[level]?.period
      const place = level < 0 ? '' : String(level + 1)
      return {
        cells: [column.title, period ? texts.periods[period] : '', place],
        checked: level >= 0,
      }
    })
  const start = columns.findIndex(({ id }) => id === model.current?.column)
  const key = (event: KeyboardEvent, at: number) => {
    const column = columns[at]
    const keys = column && changedKeys(event.key, groupKeys(model), column)
    if (keys) groupBy(model, keys)
    return keys && at
  }
  panel.open({ heading: texts.groups, hint: texts.groupsHint, lines, start, key })
}

function changedKeys(
  key: string,
  keys: readonly GroupKey[],
  column: GridColumn,
): readonly GroupKey[] | undefined {
  const own = keys.find((candidate) => candidate.column === column.id)
  const others = keys.filter((other) => other !== own)
  if (key === 'Delete') return []
  if (key === ' ') return own ? others : [...keys, { column: column.id }]
  if (/^[1-9]$/.test(key)) {
    const level = Math.min(Number(key) - 1, others.length)
    return others.toSpliced(level, 0, own ?? { column: column.id })
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  const isDay = column.kind === 'date' || column.kind === 'datetime'
  if (step === undefined || !own || !isDay) return undefined
  const at = (periods.indexOf(own.period) + step + periods.length) % periods.length
  return keys.map((groupKey) =>
    groupKey === own ? { column: column.id, period: periods[at] } : groupKey,
  )
}
