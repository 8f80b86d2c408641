import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { serverFigure } from '../tables/server-figure.ts'

export const serverFigures = defineQuery({
  menus: ['JobManagement'],
  scope: 'company',
  bound: 'refused',
  name: 'system/server-figures',
  title: label('서버 지표', 'Server metrics'),
  action: 'search',
  search: pick(serverFigure, ['SERVER_NM', 'FIGURE_CD', 'DETAIL']),
  output: serverFigure.fields,
})
