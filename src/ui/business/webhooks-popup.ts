import { deliveryStatus } from '#areas/master/rules/message-status.ts'
import { resendWebhooks, webhookDeliveries } from '#areas/master/operations/webhooks.ts'
import type { WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { saveAndNotify, SaveKeys } from '#ui/remote/save-call.ts'
import { showErrors } from '#ui/windows/message.tsx'
import { openRows } from './rows-window.tsx'

const none = label(
  '웹훅으로 보낸 결과가 없습니다. 파트너 프로필에 웹훅 주소를 등록하세요.',
  'No results were posted to webhooks. Enter a webhook address on the partner profile.',
)

function webhooksSummary(rows: readonly WireRow[]): Label {
  const waiting = rows.filter((row) => row['STATE_CD'] === deliveryStatus.waiting).length
  const failed = rows.filter((row) => row['STATE_CD'] === deliveryStatus.failed).length
  return label(
    `${formatCount(rows.length)}건 · 대기 ${formatCount(waiting)}건 · 실패 ${formatCount(failed)}건`,
    `${formatCount(rows.length)} · ${formatCount(waiting)} waiting · ${formatCount(failed)} failed`,
  )
}

export async function openWebhooks(): Promise<void> {
  const keys = new SaveKeys()
  await openRows(
    webhookDeliveries,
    {},
    {
      title: t(label('웹훅 전송 내역', 'Webhook deliveries')),
      size: { width: 1360, height: 520 },
      empty: none,
      summary: webhooksSummary,
      whole: 'ANSWER',
      act: {
        title: label('다시 보내기', 'Send again'),
        letter: 'R',
        run: async ({ DELIVERY_ID = null }) => {
          await showErrors(() => saveAndNotify(resendWebhooks, [{ NO: 1, DELIVERY_ID }], keys))
        },
      },
    },
  )
}
