import { appCommands } from './app.ts'
import { backupCommands } from './backup.ts'
import { billingCommands } from './billing.ts'
import { bondedCommands } from './bonded.ts'
import { chartCommands } from './chart.ts'
import { freightCommands } from './freight.ts'
import { gridCommands } from './grid.ts'
import { historyCommands } from './history.ts'
import { homeCommands } from './home.ts'
import { inboundCommands } from './inbound.ts'
import { inventoryCommands } from './inventory.ts'
import { keyboardCommands } from './keyboard.ts'
import { ledgerCommands } from './ledger.ts'
import { masterCommands } from './master.ts'
import { menuCommands } from './menu.ts'
import { optionCommands } from './option.ts'
import { outboundCommands } from './outbound.ts'
import { pageCommands } from './page.ts'
import { partnerCommands } from './partner.ts'
import { rightsCommands } from './rights.ts'
import { scanCommands } from './scan.ts'
import { scannerCommands } from './scanner.ts'
import { scheduleCommands } from './schedule.ts'
import { supplyChainCommands } from './supply-chain.ts'
import { taskCommands } from './tasks.ts'
import { uploadCommands } from './upload.ts'
import { userCommands } from './user.ts'

export const commands = {
  ...appCommands,
  ...pageCommands,
  ...gridCommands,
  ...chartCommands,
  ...homeCommands,
  ...keyboardCommands,
  ...optionCommands,
  ...scanCommands,
  ...scannerCommands,
  ...inboundCommands,
  ...outboundCommands,
  ...bondedCommands,
  ...inventoryCommands,
  ...taskCommands,
  ...ledgerCommands,
  ...partnerCommands,
  ...supplyChainCommands,
  ...masterCommands,
  ...billingCommands,
  ...freightCommands,
  ...backupCommands,
  ...rightsCommands,
  ...historyCommands,
  ...menuCommands,
  ...scheduleCommands,
  ...userCommands,
  ...uploadCommands,
}

export type CommandId = keyof typeof commands

export const commandIds = Object.keys(commands) as readonly CommandId[]
