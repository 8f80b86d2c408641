import { screenGuides } from '#kernel/screen-guide.ts'

export const tasksGuides = screenGuides([
  [
    'MyTasks',
    '내가 할 수 있는 적치, 보충, 피킹, 실사, 반품검품을 급한 순서로 보여 줍니다. Enter를 누르면 작업을 받아 작업 화면을 열고, 끝나면 여기로 돌아옵니다.',
    'Lists the put-away, refill, picking, counts and return inspections open for you, most urgent first. Press Enter to take a task and open its station, which returns here when done.',
    '',
    'TaskBoard',
  ],
  [
    'TaskBoard',
    '미완료 작업과 작업자를 조회하고 아래에서 작업 종류별 진행, 지연, 오늘 완료를 확인합니다. 작업자를 입력해 지정하거나 비워서 점유를 해제하고 저장하세요.',
    'Shows open tasks with their users and, below, how many of each kind are in progress, overdue and done today. Enter a user to assign a task, or clear the user to release it, then save.',
    'MyTasks',
    'LaborReport',
  ],
  [
    'Slotting',
    '자주 피킹하는데 피킹순서가 늦은 재고를 빈 앞쪽 셀로 옮기도록 제안합니다. 절감이 큰 행을 선택하고 저장하면 이동작업이 생성됩니다.',
    'Proposes nearer free cells for stock that is picked often but late in the picking order. Select the rows with the greatest saving and save to create move tasks.',
    'Cell PickingReport',
    'MyTasks TaskBoard',
  ],
])
