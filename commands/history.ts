import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { findTable } from '#kernel/table.ts'
import { menuScreens } from './menu.ts'

const factOperations = () => import('#areas/system/operations/fact-changes.ts')
const factChanges = async () => (await factOperations()).factChanges
const undoFactChange = async () => (await factOperations()).undoFactChange

const removeOption = {
  procedure: undoFactChange,
  hint: label('이 변경 되돌리기', 'Undo this change'),
}

function historyCommand(table: string, when?: string): Command {
  return command({
    title: label('변경 이력·되돌리기', 'Change history and undo'),
    short: label('변경이력', 'History'),
    keywords: ['audit', '감사'],
    on: table,
    ...(when && { when }),
    legend: 95,
    run: ({ shell, row }) => {
      const names = findTable(table)?.key ?? []
      const key = names.map((name) => row?.[name] ?? '').join(' / ')
      shell.showRows(
        factChanges,
        { TABLE_NM: table, ...(row && { RECORD_KEY: key }) },
        {
          fullTextColumn: 'DIFFERENCE',
          remove: removeOption,
        },
      )
    },
  })
}

const warehouseHistory = command({
  title: label('창고 정보 변경 이력·되돌리기', 'Warehouse history and undo'),
  keywords: ['audit', '창고명'],
  when: 'screen == Zone',
  run: ({ shell }) =>
    shell.showRows(
      factChanges,
      { TABLE_NM: 'warehouse' },
      { fullTextColumn: 'DIFFERENCE', remove: removeOption },
    ),
})

export const historyCommands = {
  'history.corp': historyCommand('corp'),
  'history.organization': historyCommand('organization'),
  'history.user': historyCommand('app_user'),
  'history.number-rule': historyCommand('auto_number_rule'),
  'history.code-group': historyCommand('code_group'),
  'history.code': historyCommand('common_code'),
  'history.menu': historyCommand('site_menu', menuScreens),
  'history.text': historyCommand('site_text'),
  'history.word': historyCommand('data_word'),
  'history.grant-request': historyCommand('grant_request'),
  'history.schedule': historyCommand('schedule'),
  'history.warehouse': warehouseHistory,
} as const satisfies Record<string, Command>
