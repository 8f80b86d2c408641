import { command, type Command, type CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { PartnerOperations } from '#areas/master/operations/partner-messages.ts'
import { openWindow } from './windows.ts'

const kinds: Readonly<Record<string, () => Promise<PartnerOperations>>> = {
  RECEIPT: async () => (await import('#areas/inbound/operations/partner.ts')).receiptMessages,
  SHIPMENT: async () => (await import('#areas/outbound/operations/partner.ts')).shipmentMessages,
  STOCK: async () => (await import('#areas/inventory/operations/partner.ts')).stockMessages,
}

const documents: Readonly<Record<string, readonly [route: string, column: string]>> = {
  RECEIPT: ['ReceiptCreate', 'RECEIPT_NO'],
  SHIPMENT: ['ShipmentCreate', 'SHIPMENT_NO'],
}

/** The selected messages all have one kind, because a screen shows only one. */
function selectedMessages({ page }: CommandContext): WireRow[] {
  return page?.rows('chosen') ?? []
}

async function findKind(
  { shell }: CommandContext,
  row: WireRow | undefined,
): Promise<PartnerOperations | undefined> {
  const code = kinds[String(row?.['KIND_CD'] ?? '')]
  return code && shell.awaitCode(code())
}

function messageNumbers(rows: readonly WireRow[]): Partial<WireRow>[] {
  return rows.map((row) => ({ MESSAGE_ID: row['MESSAGE_ID'] ?? null }))
}

const screens =
  'screen == InterfacePikl || screen == InterfacePiklHistory || screen == OutInterfacePikl || ' +
  'screen == OutInterfacePiklHistory || screen == InvInterfacePikl'

function runStep(step: 'convert' | 'cancel') {
  return async (context: CommandContext): Promise<boolean> => {
    const rows = selectedMessages(context)
    const kind = await findKind(context, rows[0])
    return kind !== undefined && (await context.runProcedure(kind[step], messageNumbers(rows)))
  }
}

export const partnerCommands = {
  'partner.convert': command({
    title: label('선택한 메시지 변환·재시도', 'Convert or retry the selected messages'),
    short: label('변환', 'Convert'),
    keywords: ['retry', '재시도', '변환', 'convert'],
    on: 'partner_message',
    when: `hasRows && can.save && !detail && (${screens})`,
    legend: 34,
    run: runStep('convert'),
  }),
  'partner.cancel': command({
    title: label('선택한 메시지 폐기', 'Discard the selected messages'),
    keywords: ['cancel', '취소', '포기', 'give up'],
    on: 'partner_message',
    when: `hasRows && can.save && !detail && (${screens})`,
    run: runStep('cancel'),
  }),
  'partner.attempts': command({
    title: label('이 메시지의 원문과 시도 이력', 'Original message and attempts'),
    short: label('원문', 'Original'),
    keywords: ['raw', 'history', '왜'],
    on: 'partner_message',
    when: `hasRows && !detail && (${screens})`,
    legend: 35,
    run: async (context) => {
      const { shell, row } = context
      const attempts = (await findKind(context, row))?.attempts
      if (!attempts || !row) return
      const { MESSAGE_ID = null, MESSAGE_NO } = row
      shell.showRows(
        attempts,
        { MESSAGE_ID },
        {
          subject: String(MESSAGE_NO ?? ''),
          emptyText: label('시도한 내역이 없습니다.', 'No attempts.'),
          summary: ({ length }) =>
            label(`${formatCount(length)}번 시도`, formatCount(length, 'attempt')),
          fullTextColumn: 'DETAIL',
        },
      )
    },
  }),
  'partner.open-document': command({
    title: label('이 메시지의 전표 열기', 'Open the document of this message'),
    on: 'partner_message',
    when: `hasRows && (${screens})`,
    run: ({ shell, row }) => {
      const [route, column] = documents[String(row?.['KIND_CD'] ?? '')] ?? []
      const number = String(row?.['DOC_NO'] ?? '')
      if (route && column && number) shell.open(route, { [column]: number.replaceAll(' ', '') })
      else shell.notify(label('전표가 없는 메시지입니다.', 'This message has no document.'))
    },
  }),
  'partner.make-results': command({
    title: label('이 파트너의 결과 작성', 'Create results for this partner'),
    keywords: ['result', '결과', '송신'],
    on: 'partner_message',
    when: `hasRows && can.save && (${screens})`,
    run: async (context) => {
      const { row, runProcedure } = context
      const kind = await findKind(context, row)
      const { OWNER_CD = null, PROFILE_CD = null } = row ?? {}
      return kind !== undefined && (await runProcedure(kind.make, [{ OWNER_CD, PROFILE_CD }]))
    },
  }),
  'partner.hand-over': command({
    title: label('선택한 결과를 파일로 전달', 'Send the selected results as a file'),
    keywords: ['excel', '송신'],
    on: 'partner_message',
    when: `hasRows && can.export && !detail && (${screens})`,
    run: async (context) => {
      const isHandedOver = await openWindow(
        context.shell,
        'hand-over-results',
        selectedMessages(context),
      )
      return isHandedOver && (await context.page?.search())
    },
  }),
  'partner.profiles': command({
    title: label('파트너 프로필', 'Partner profiles'),
    short: label('프로필', 'Profiles'),
    keywords: ['token', '토큰', '매핑', 'PIKL'],
    when: screens,
    run: ({ shell }) => void openWindow(shell, 'partner-profiles'),
  }),
  'partner.webhooks': command({
    title: label('웹훅 전송 내역', 'Webhook deliveries'),
    keywords: ['resend', '재전송'],
    when: screens,
    run: ({ shell }) => void openWindow(shell, 'webhooks'),
  }),
} as const satisfies Record<string, Command>
