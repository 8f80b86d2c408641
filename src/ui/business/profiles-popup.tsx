import type { JSX } from 'react'
import { issuePartnerToken, partnerProfiles } from '#areas/master/operations/partner-messages.ts'
import { changeColumns, editable, isNew } from '#kernel/editing.ts'
import { label } from '#kernel/label.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { openMasterPopup } from '#ui/page/tools/master-popup.tsx'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { reload } from '#ui/page/edit/page-save.ts'
import { saveProcedure } from '#ui/remote/save-call.ts'
import { showMessage } from '#ui/windows/message.tsx'

/** The profiles, kept with the rights of the screen they were opened on. */
function profilesScreen(route: string): MasterScreen {
  return {
    kind: 'master',
    route,
    search: ['OWNER_CD'],
    save: partnerProfiles.save,
    grid: grid({
      source: partnerProfiles.query,
      columns: [
        { field: 'OWNER_CD', editable: isNew, frozen: true },
        { field: 'PROFILE_CD', editable: isNew, frozen: true },
        ...editable('PROFILE_NM', 'RECEIPT_YN', 'SHIPMENT_YN', 'STOCK_YN', 'AUTO_YN'),
        ...editable('FIELD_MAP', 'CODE_MAP'),
        'TOKEN_AT',
        ...editable('USE_YN', 'REMARK'),
        ...changeColumns,
      ],
    }),
  }
}

/** Opens the profiles of the partners, over the screen that is in front. */
export async function openProfiles(route: string): Promise<void> {
  const title = label('파트너 프로필', 'Partner profiles')
  await openMasterPopup(
    {
      screen: profilesScreen(route),
      title,
      search: {},
      start: 'OWNER_CD',
      emptyText: label('Insert로 파트너를 더하세요', 'Add a partner with Insert'),
      above: <MapHelp />,
      action: { title: label('토큰 발급', 'Issue a token'), letter: 'K', run: issueToken },
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
          'Without "automatic" a message waits for somebody.',
        ),
      )}
    </p>
  )
}

const saveFirst = label(
  '프로필을 먼저 저장한 뒤 토큰을 발급하세요.',
  'Save the profile before it gets a token.',
)
const replaces = label(
  '새 토큰을 발급하면 지금 쓰는 토큰은 바로 막힙니다. 발급할까요?',
  'The token in use will open nothing any more. Issue a new one?',
)

/** Makes the token here and shows it once: the server keeps its hash alone. */
async function issueToken(page: PageModel): Promise<void> {
  const at = page.grid.current?.row
  const row = at === undefined ? undefined : page.grid.row(at)
  if (!row || isNew(row) || page.isDirty) {
    await showMessage({ kind: 'warning', text: t(saveFirst) })
    return
  }
  if (row['TOKEN_AT'] && !(await showMessage({ kind: 'question', text: t(replaces) }))) return
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const TOKEN = `wms_${bytes.toBase64({ alphabet: 'base64url', omitPadding: true })}`
  const { OWNER_CD = null, PROFILE_CD = null } = row
  try {
    await saveProcedure(issuePartnerToken, [{ NO: 1, OWNER_CD, PROFILE_CD, TOKEN }], page.keys)
    const text = label(
      `토큰은 지금 한 번만 보입니다. 상대에게 안전하게 전하세요.\n\n${TOKEN}`,
      `The token is shown this once. Hand it to the partner by a safe way.\n\n${TOKEN}`,
    )
    await reload(page)
    await showMessage({ kind: 'information', text: t(text) })
  } catch (error) {
    await showMessage({
      kind: 'error',
      text: error instanceof Error ? error.message : String(error),
    })
  }
}
