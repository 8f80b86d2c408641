import type { JSX } from 'react'
import { issuePartnerToken } from '#areas/master/operations/partner-messages.ts'
import { issueWebhookSecret } from '#areas/master/operations/webhooks.ts'
import { profilesScreen } from '#areas/master/screens/partner-profiles.ts'
import { isUnsavedRow } from '#kernel/editing.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import { openMasterPopup } from '#ui/page/tools/master-popup.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { reloadPage } from '#ui/page/tools/reload-page.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { saveProcedure } from '#ui/remote/save-call.ts'
import { showMessage, showErrors } from '#ui/windows/message.tsx'

export async function openProfiles(): Promise<void> {
  const route = activeTab().screen?.route ?? ''
  const title = label('파트너 프로필', 'Partner profiles')
  await openMasterPopup(
    {
      screen: profilesScreen(route),
      title,
      search: {},
      start: 'OWNER_CD',
      emptyText: label('Insert로 파트너를 추가하세요.', 'Add a partner with Insert.'),
      above: <MapHelp />,
      actions: [
        { title: label('토큰 발급', 'Issue a token'), letter: 'K', run: issueToken },
        {
          title: label('웹훅 비밀키 발급', 'Issue a webhook secret'),
          letter: 'W',
          run: issueSecret,
        },
      ],
    },
    { width: 1180, height: 520, title: t(title) },
  )
}

function MapHelp(): JSX.Element {
  return (
    <p className="quiet">
      {t(label('항목 이름', 'Field names'))}{' '}
      <code className="mono">품번=STOCK_CD, 수량=ORDER_QTY</code>
      {' · '}
      {t(label('코드 변환', 'Codes'))} <code className="mono">STOCK_CD:A-01=PLAIN</code>
      {' · '}
      {t(
        label(
          '자동변환 N이면 담당자가 변환할 때까지 기다립니다.',
          'With Automatic conversion set to N, messages wait for a user to convert them.',
        ),
      )}
    </p>
  )
}

const saveFirstText = label(
  '프로필을 먼저 저장한 뒤 발급하세요.',
  'Save the profile before issuing one.',
)

/** A credential that the server generates and returns once. */
interface IssuedCredential {
  readonly procedure: Procedure
  readonly column: string
  /** Column that is filled once a credential exists. */
  readonly issuedAtColumn: string
  readonly replaceQuestion: Label
  readonly successText: (created: string) => Label
}

const issueToken = (page: PageModel): Promise<void> =>
  issueCredential(page, {
    procedure: issuePartnerToken,
    column: 'TOKEN',
    issuedAtColumn: 'TOKEN_AT',
    replaceQuestion: label(
      '새 토큰을 발급하면 기존 토큰은 즉시 사용할 수 없습니다. 발급할까요?',
      'A new token ends the current one immediately. Issue it?',
    ),
    successText: (created) =>
      label(
        `토큰은 지금 한 번만 표시됩니다. 파트너에게 안전하게 전달하세요.\n\n${created}`,
        `This token is shown only once. Send it to the partner securely.\n\n${created}`,
      ),
  })

const issueSecret = (page: PageModel): Promise<void> =>
  issueCredential(page, {
    procedure: issueWebhookSecret,
    column: 'SECRET',
    issuedAtColumn: 'WEBHOOK_AT',
    replaceQuestion: label(
      '새 비밀키를 발급하면 다음 웹훅부터 새 비밀키로 서명합니다. 발급할까요?',
      'From the next webhook on, a new secret is used for signing. Issue it?',
    ),
    successText: (created) =>
      label(
        `웹훅 비밀키는 지금 한 번만 표시됩니다. 파트너에게 안전하게 전달하세요.\n\n${created}`,
        `This webhook secret is shown only once. Send it to the partner securely.\n\n${created}`,
      ),
  })

async function issueCredential(page: PageModel, issued: IssuedCredential): Promise<void> {
  const at = page.grid.current?.row
  const row = at === undefined ? undefined : page.grid.row(at)
  if (!row || isUnsavedRow(row) || page.isDirty) {
    await showMessage({ kind: 'warning', text: t(saveFirstText) })
    return
  }
  const { procedure, column, issuedAtColumn, replaceQuestion, successText } = issued
  if (row[issuedAtColumn] && !(await showMessage({ kind: 'question', text: t(replaceQuestion) })))
    return
  const { OWNER_CD = null, PROFILE_CD = null } = row
  await showErrors(async () => {
    const { data } = await saveProcedure(procedure, [{ NO: 1, OWNER_CD, PROFILE_CD }], page.keys)
    await reloadPage(page)
    const created = data?.rows?.[0]?.[column]
    if (typeof created !== 'string') return
    await showMessage({ kind: 'information', text: t(successText(created)) })
  })
}
