import { date, flag, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { roleMenu } from '../tables/role.ts'
import { user } from '../tables/user.ts'

const { USER_ID, USER_NM } = pick(user, ['USER_ID', 'USER_NM'])
const service = text(label('서비스', 'Service'), { maxLength: 100, width: 210 })
const checkmarkOptions = { default: null, width: 70 } as const
const reasonField = (title: ReturnType<typeof label>) =>
  text(title, { width: 260, maxLength: 4000 })

export const effectiveRights = defineQuery({
  name: 'system/effective-rights',
  title: label('유효 권한', 'Effective permissions'),
  action: 'search',
  scope: 'company',
  bound: 'own',
  search: {
    USER_ID: withOptions(USER_ID, { required: true }),
    OTHER_ID: withOptions(USER_ID, {
      label: label('비교할 아이디', 'User ID to compare'),
      required: false,
    }),
    AS_OF_DT: date(label('기준일', 'Reference date')),
    ...pick(roleMenu, ['GROUP_NM', 'MENU_ID', 'MENU_NM']),
    ACTION_CD: select(label('기능', 'Action'), 'grant-action', { width: 80 }),
    MAY_YN: flag(label('가능', 'Allowed'), checkmarkOptions),
    DIFF_YN: flag(label('다름', 'Differs'), checkmarkOptions),
    SERVICE: service,
  },
  output: {
    ...pick(roleMenu, ['GROUP_NM', 'MENU_ID', 'MENU_NM']),
    ACTION_CD: select(label('기능', 'Action'), 'grant-action', { width: 80 }),
    SERVICE: service,
    SERVICE_NM: text(label('작업', 'Operation'), { width: 190 }),
    MAY_YN: flag(label('가능', 'Allowed'), checkmarkOptions),
    BECAUSE: reasonField(label('근거', 'Basis')),
    OTHER_MAY_YN: flag(label('비교 사용자 가능', 'Other user allowed'), checkmarkOptions),
    OTHER_BECAUSE: reasonField(label('비교 사용자 근거', 'Basis of other user')),
    DIFF_YN: flag(label('다름', 'Differs'), checkmarkOptions),
    GIVERS: text(label('부여할 수 있는 사용자', 'Users who can grant it'), { width: 170 }),
  },
})

export const permittedUsers = defineQuery({
  name: 'system/who-may',
  title: label('할 수 있는 사용자', 'Users with this permission'),
  with: [effectiveRights],
  action: 'search',
  scope: 'company',
  bound: 'own',
  search: {
    MENU_ID: withOptions(roleMenu.fields.MENU_ID, { required: true }),
    SERVICE: withOptions(service, { required: true }),
  },
  output: {
    USER_ID,
    USER_NM,
    STATE_CD: user.fields.STATE_CD,
    BECAUSE: reasonField(label('근거', 'Basis')),
  },
})
