import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const tasksArea: Area = {
  name: 'tasks',
  title: label('작업', 'Tasks'),
  menus: [
    menuGroup('inv', label('재고', 'Inventory'), 'inv', [
      ['MyTasks', 'WMT', '내 작업', 'My tasks'],
      ['TaskBoard', 'WTB', '작업현황', 'Task board'],
      ['Slotting', 'SLOT', '재배치제안', 'Slotting proposals'],
    ]),
  ],
}
