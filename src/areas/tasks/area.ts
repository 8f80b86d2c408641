import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const workArea: Area = {
  name: 'work',
  title: label('작업', 'Work'),
  menus: [
    menuGroup('inv', label('재고', 'Inventory'), 'inv', [
      ['MyTasks', 'WMT', '내 작업', 'My tasks'],
      ['TaskBoard', 'WTB', '작업현황', 'Task board'],
    ]),
  ],
}
