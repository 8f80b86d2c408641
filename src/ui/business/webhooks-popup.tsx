import { useState, type JSX } from 'react'
import { resendWebhooks, webhookDeliveries } from '#areas/master/operations/webhooks.ts'
import { deliveryStatus } from '#areas/master/rules/message-status.ts'
import type { WireRow } from '#kernel/field.ts'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { saidFaults } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { RowsView } from './rows-popup.tsx'

const everything: WireRow = {}
const none = label(
  '웹훅으로 보낸 결과가 없습니다. 파트너 프로필에 웹훅 주소를 등록하세요.',
  'No results were posted to webhooks. Enter a webhook address on the partner profile.',
)

/** Opens what goes to the webhooks of partners: the state, the last answer, and sending again. */
export async function openWebhooks(): Promise<void> {
  const title = t(label('웹훅 전송 내역', 'Webhook deliveries'))
  await openPopup(Deliveries, { width: 1360, height: 520, title, fullScreen: true })
}

function Deliveries(): JSX.Element {
  const [keys] = useState(() => new SaveKeys())
  return (
    <RowsView
      source={webhookDeliveries}
      search={everything}
      emptyText={t(none)}
      whole="ANSWER"
      summary={sayRows}
      act={{
        title: t(label('다시 보내기', 'Send again')),
        letter: 'R',
        run: (row) => resend(row, keys),
      }}
    />
  )
}

function sayRows(rows: readonly WireRow[]): string {
  const waiting = rows.filter((row) => row['STATE_CD'] === deliveryStatus.waiting).length
  const failed = rows.filter((row) => row['STATE_CD'] === deliveryStatus.failed).length
  return t(
    label(
      `${howMany(rows.length)}건 · 대기 ${howMany(waiting)}건 · 실패 ${howMany(failed)}건`,
      `${howMany(rows.length)} · ${howMany(waiting)} waiting · ${howMany(failed)} failed`,
    ),
  )
}

async function resend({ DELIVERY_ID = null }: WireRow, keys: SaveKeys): Promise<void> {
  await saidFaults(async () => {
    const answer = await saveProcedure(resendWebhooks, [{ NO: 1, DELIVERY_ID }], keys)
    notify('success', answer.message)
  })
}
