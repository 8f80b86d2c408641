import { dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

/** Latest figures of each server. A server that has stopped keeps its rows for an hour. */
export const serverFigure = defineTable({
  name: 'server_figure',
  title: label('서버 지표', 'Server metrics'),
  key: ['SERVER_NM', 'FIGURE_CD', 'DETAIL'],
  fields: {
    SERVER_NM: text(label('서버', 'Server'), { width: 180 }),
    FIGURE_CD: select(label('지표', 'Metric'), 'server-figure', { width: 240 }),
    DETAIL: text(label('구분', 'Detail'), { width: 260 }),
    FIGURE: integer(label('값', 'Value'), { width: 110 }),
    MEAN_MS: integer(label('평균(ms)', 'Mean (ms)'), { width: 100 }),
    SLOW_COUNT: integer(label('1초 초과(건)', 'Over 1 s'), { width: 110 }),
    READ_AT: dateTime(label('측정 시각', 'Measured')),
  },
})
