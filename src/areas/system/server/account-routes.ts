import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { emailError, phoneError } from '#kernel/contact-text.ts'
import { label, type Label } from '#kernel/label.ts'
import { listActions } from '#server/auth/grants.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import type { Session } from '#server/auth/session.ts'
import { rejectWeakPassword } from '#server/auth/weak-password.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { emailAddress } from '#server/http/email-address.ts'
import { route } from '#server/http/route.ts'
import { logEvent, requestOrigin, typedId } from '#server/http/security-log.ts'
import { enqueueThrottledJob } from '#server/jobs/job-queue.ts'
import type { SiteSettings } from '#server/http/site-settings.ts'
import { newUserIdError } from '../rules/user-id.ts'
import { mailKinds } from './account-jobs.ts'
import { resetPassword } from './password-token.ts'
import { readPrivacyPolicy } from './privacy-policy.ts'
import {
  applyForAccount,
  approveRegistration,
  listRegistrations,
  rejectRegistration,
} from './registrations.ts'

const lang = z.enum(['ko', 'en']).default('ko')

/**
 * Rate limit per account and address. Requests of strangers from elsewhere do not use up the user's
 * own limit.
 */
const limitPerTarget = ({ ip }: FastifyRequest, key: string) => ({
  key,
  from: rateLimitKey(ip),
  max: 5,
  minutes: 60,
})

const mailSentText = label(
  '입력한 정보와 일치하는 계정이 있으면 등록된 이메일로 안내를 보냅니다.',
  'If an account matches what you entered, an email is sent to its address.',
)
const applicationReceivedText = label(
  '신청을 접수했습니다. 결과를 이메일로 알려 드립니다.',
  'Your access request was received. You will receive the result by email.',
)
const passwordChangedText = label(
  '비밀번호를 변경했습니다. 새 비밀번호로 로그인하세요.',
  'Password changed. Log in with the new one.',
)

/**
 * Endpoints for users who cannot log in (spec §2, §7). The responses do not reveal whether an id or
 * address exists. Only the email to its owner does.
 */
export function accountRoutes(settings: SiteSettings) {
  return [
    route({
      path: '/api/auth/findMyId',
      access: 'public',
      scope: 'none',
      body: z.object({ EMAIL: emailAddress, lang }),
      answer: async (body, { db, request }) => {
        const payload = { EMAIL: body.EMAIL, LANG: body.lang }
        const throttle = limitPerTarget(request, body.EMAIL.toLowerCase())
        await db.transaction((tx) =>
          enqueueThrottledJob(tx, { kind: mailKinds.ids, payload }, throttle),
        )
        return { data: true, message: mailSentText[body.lang] }
      },
    }),
    route({
      path: '/api/auth/find/password',
      access: 'public',
      scope: 'none',
      body: z.object({ USER_ID: z.string().trim().toLowerCase().min(1).max(60), lang }),
      answer: async (body, { db, request }) => {
        const payload = { USER_ID: body.USER_ID, LANG: body.lang }
        const throttle = limitPerTarget(request, body.USER_ID)
        await db.transaction((tx) =>
          enqueueThrottledJob(tx, { kind: mailKinds.password, payload }, throttle),
        )
        logEvent(request, { kind: 'PASSWORD_ASK', outcome: 'OK', userId: typedId(body.USER_ID) })
        return { data: true, message: mailSentText[body.lang] }
      },
    }),
    route({
      path: '/api/auth/initPassword',
      access: 'public',
      scope: 'none',
      body: z.object({ TOKEN: z.string().max(200), NEW_PWD: z.string().max(1000), lang }),
      answer: async (body, { db, request }) => {
        await resetPassword(db, body.TOKEN, body.NEW_PWD, requestOrigin(request))
        return { data: true, message: passwordChangedText[body.lang] }
      },
    }),
    registerRoute(),
    route({
      path: '/api/auth/privacyPolicy',
      access: 'public',
      scope: 'none',
      body: z.looseObject({ lang }),
      answer: async (body, { db }) => ({
        data: await readPrivacyPolicy(db, settings.dataDir, body.lang),
      }),
    }),
  ]
}

/** Validates an application with the same rules as the form (spec §5). */
function rejectApplication(userId: string, mail: string, phone: string): void {
  const errors = [
    ['USER_ID_INVALID', newUserIdError(userId)],
    ['EMAIL_INVALID', emailError(mail)],
    ['PHONE_INVALID', phoneError(phone)],
  ] as const
  for (const [code, error] of errors) if (error) throw new AppError(422, code, error)
}

function registerRoute() {
  return route({
    path: '/api/auth/register',
    access: 'public',
    scope: 'none',
    body: z.object({
      USER_ID: z.string().trim().toLowerCase().max(60),
      USER_NM: z.string().trim().min(1).max(100),
      EMAIL: z.string().trim().min(1).max(254),
      PHONE_NO: z.string().trim().max(30).default(''),
      CORP_NM: z.string().trim().max(200).default(''),
      REMARK: z.string().trim().max(1000).default(''),
      PASSWORD: z.string().max(1000),
      AGREE_YN: z.literal('Y'),
      lang,
    }),
    answer: async (body, { db, request }) => {
      rejectApplication(body.USER_ID, body.EMAIL, body.PHONE_NO)
      await rejectWeakPassword(db, body.PASSWORD, { userId: body.USER_ID, userName: body.USER_NM })
      await applyForAccount(db, {
        userId: body.USER_ID,
        userName: body.USER_NM,
        email: body.EMAIL,
        phone: body.PHONE_NO,
        company: body.CORP_NM,
        remark: body.REMARK,
        password: body.PASSWORD,
        language: body.lang,
        place: rateLimitKey(request.ip),
      })
      return { data: true, message: applicationReceivedText[body.lang] }
    },
  })
}

/**
 * Deciding on applications requires the permission to manage users. Applications have no owner, so
 * users bound to owners cannot see them.
 */
function assertCanManage(session: Session, action: 'search' | 'save'): void {
  if (session.owners !== null) throw forbidden()
  if (!listActions(session.grants, 'UserMgr').includes(action)) throw forbidden()
}

const registrationNo = z.number().int().positive()
const codes = z.array(z.string().max(50)).max(500)

export const registrationRoutes = [
  route({
    path: '/api/auth/registrations',
    counts: 'question',
    access: 'granted',
    scope: 'operation',
    body: z.looseObject({
      SEARCH: z
        .looseObject({ STATE_CD: z.enum(['', 'REQUESTED', 'APPROVED', 'REJECTED']).default('') })
        .default({ STATE_CD: '' }),
    }),
    answer: async ({ SEARCH }, { db, session }) => {
      assertCanManage(session, 'search')
      return { data: await listRegistrations(db, session.userId, SEARCH.STATE_CD) }
    },
  }),
  route({
    path: '/api/auth/approveRegistration',
    counts: 'save',
    access: 'granted',
    scope: 'operation',
    // All fields are optional to check the permission before validating the form.
    body: z.looseObject({
      REGISTRATION_NO: registrationNo.default(0),
      ROLE_CDS: codes.default([]),
      WCODES: codes.default([]),
      OWNER_CDS: codes.default([]),
      ALL_OWNERS_YN: z.enum(['Y', 'N']).default('N'),
    }),
    answer: async (body, { db, session, request }) => {
      assertCanManage(session, 'save')
      await approveRegistration(db, session, requestOrigin(request), {
        registrationNo: body.REGISTRATION_NO,
        roles: body.ROLE_CDS,
        warehouses: body.WCODES,
        owners: body.OWNER_CDS,
        allOwners: body.ALL_OWNERS_YN === 'Y',
      })
      return { data: true, message: inUserLanguage(session, label('승인했습니다.', 'Approved.')) }
    },
  }),
  route({
    path: '/api/auth/rejectRegistration',
    counts: 'save',
    access: 'granted',
    scope: 'operation',
    dropsUnstorable: true,
    body: z.looseObject({
      REGISTRATION_NO: registrationNo.default(0),
      REASON: z.string().trim().max(1000).default(''),
    }),
    answer: async (body, { db, session }) => {
      assertCanManage(session, 'save')
      if (!body.REASON) {
        const text = label('반려 사유를 입력하세요.', 'Enter a rejection reason.')
        throw new AppError(422, 'REASON_MISSING', text)
      }
      await rejectRegistration(db, session, body.REGISTRATION_NO, body.REASON)
      return { data: true, message: inUserLanguage(session, label('반려했습니다.', 'Rejected.')) }
    },
  }),
]

function inUserLanguage(session: Session, text: Label): string {
  return text[session.language]
}
