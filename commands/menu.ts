import { command, type Command } from '#kernel/command.ts'
import { label, type Label } from '#kernel/label.ts'

const siteFacts = () => import('#areas/system/operations/site-facts.ts')
const moveMenu = async () => (await siteFacts()).moveMenu
const undoMenuChange = async () => (await siteFacts()).undoMenuChange

export const menuScreens = 'screen == Menu || screen == CmsMenuMgt'
const requiredPermissions = ['Menu:save', 'CmsMenuMgt:save']
const keywords = ['menu', 'tree', 'order', '메뉴', '트리', '순서']

function moveStep(code: string, title: Label, short: Label, legend: number): Command {
  return command({
    title,
    short,
    keywords,
    on: 'site_menu',
    when: menuScreens,
    needs: requiredPermissions,
    legend,
    run: ({ runProcedure, row }) =>
      runProcedure(moveMenu, [{ MENU_ID: row?.['MENU_ID'] ?? null, STEP_CD: code }]),
  })
}

export const menuCommands = {
  'menu.up': moveStep('UP', label('메뉴 위로', 'Move menu up'), label('위로', 'Up'), 86),
  'menu.down': moveStep(
    'DOWN',
    label('메뉴 아래로', 'Move menu down'),
    label('아래로', 'Down'),
    87,
  ),
  'menu.in': moveStep(
    'IN',
    label('메뉴를 그룹 안으로', 'Move menu into the group above'),
    label('안으로', 'In'),
    88,
  ),
  'menu.out': moveStep(
    'OUT',
    label('메뉴를 그룹 밖으로', 'Move menu out of its group'),
    label('밖으로', 'Out'),
    89,
  ),
  'menu.undo': command({
    title: label('마지막 메뉴 변경 되돌리기', 'Undo the last menu change'),
    short: label('되돌리기', 'Undo'),
    keywords: [...keywords, 'undo'],
    when: menuScreens,
    needs: requiredPermissions,
    legend: 90,
    run: ({ runProcedure }) => runProcedure(undoMenuChange, [{}]),
  }),
} as const satisfies Record<string, Command>
