import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

const whenInList = 'zone == home'

export const homeCommands = {
  'home.open': command({
    title: label('할 일 열기', 'Open this task'),
    short: label('열기', 'Open'),
    when: whenInList,
    legend: 10,
    palette: false,
  }),
  'home.move-up': command({
    title: label('항목을 위로', 'Move the item up'),
    short: label('순서', 'Order'),
    when: whenInList,
    legend: 30,
  }),
  'home.move-down': command({
    title: label('항목을 아래로', 'Move the item down'),
    when: whenInList,
  }),
  'home.hide': command({
    title: label('항목 숨기기', 'Hide the item'),
    short: label('숨기기', 'Hide'),
    when: whenInList,
    legend: 31,
  }),
  'home.add': command({
    title: label('항목 추가: 숨긴 항목 다시 표시', 'Add an item: show a hidden item again'),
    short: label('추가', 'Add'),
    when: whenInList,
    legend: 32,
  }),
} as const satisfies Record<string, Command>
