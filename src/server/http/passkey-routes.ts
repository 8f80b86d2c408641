import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { checkPassword, logInUser } from '#server/auth/login.ts'
import {
  addPasskey,
  requestPasskey,
  beginPasskey,
  provePasskey,
  getPasskeySite,
  wrongKeyError,
  type PasskeySite,
} from '#server/auth/passkeys.ts'
import { removeFactor, factorState, newRecoveryCodes } from '#server/auth/second-factor.ts'
import { assertFactorStep, endOtherSessions } from '#server/auth/factor-steps.ts'
import { insertEvents } from '#server/security/security-event.ts'
import { describeSession, replaceSession } from './auth-routes.ts'
import {
  assertMaySetUpFactor,
  respondWithSession,
  factorEvent,
  completeFactorStep,
} from './factor-routes.ts'
import { route, type Route } from './route.ts'
import { recordCaller, requestOrigin } from './security-log.ts'

const text = z.string().max(8000)
const responseShape = z.looseObject({
  id: z.string().min(1).max(1400),
  rawId: text,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: text }),
})
const isResponse = (given: unknown): boolean => responseShape.safeParse(given).success
const registrationResponse = z.custom<RegistrationResponseJSON>(isResponse)
const authenticationResponse = z.custom<AuthenticationResponseJSON>(isResponse)
const lang = z.enum(['ko', 'en']).default('ko')

export function passkeyRoutes(publicUrl: string | undefined): Route[] {
  const resolveSite = siteResolver(publicUrl)
  return [...listOwnKeys(resolveSite), ...stepByKey(resolveSite)]
}

/** Login without a user ID, open to anyone. */
export function passkeyLoginRoutes(publicUrl: string | undefined): Route[] {
  return loginByKey(siteResolver(publicUrl))
}

function siteResolver(publicUrl: string | undefined): SiteResolver {
  return ({ isHttps, host }) => getPasskeySite(publicUrl, `${isHttps ? 'https' : 'http'}://${host}`)
}

type SiteResolver = (request: FastifyRequest) => PasskeySite

function listOwnKeys(resolveSite: SiteResolver): Route[] {
  return [
    route({
      path: '/api/factor/passkey/begin',
      counts: 'save',
      access: 'signed-in',
      scope: 'self',
      body: z.object({ PASSWORD: z.string().max(1000).default('') }),
      answer: async ({ PASSWORD }, { db, session, request }) => {
        const site = resolveSite(request)
        await assertMaySetUpFactor(db, session, PASSWORD)
        return { data: await beginPasskey(db, session, site) }
      },
    }),
    route({
      path: '/api/factor/passkey/add',
      counts: 'save',
      access: 'signed-in',
      scope: 'self',
      body: z.object({ NAME: z.string().trim().min(1).max(60), RESPONSE: registrationResponse }),
      answer: async ({ NAME: name, RESPONSE: response }, context) => {
        const { db, session, request } = context
        const site = resolveSite(request)
        const opened = await db.transaction(async (tx) => {
          await assertFactorStep(tx, session, 'setUp')
          const { codesLeft } = await factorState(tx, session.userId)
          await addPasskey(tx, session, { name, response, site })
          await endOtherSessions(tx, session, requestOrigin(request))
          return {
            codes: codesLeft === 0 ? await newRecoveryCodes(tx, session.userId) : [],
            token: await completeFactorStep(tx, context, 'PASSKEY_ON'),
          }
        })
        return {
          data: { codes: opened.codes, ...(await respondWithSession(context, opened.token)) },
        }
      },
    }),
    route({
      path: '/api/factor/passkey/drop',
      counts: 'save',
      access: 'signed-in',
      scope: 'self',
      body: z.object({ PASSWORD: z.string().max(1000), ID: z.string().max(1400) }),
      answer: async ({ PASSWORD, ID }, { db, session, request }) => {
        await checkPassword(db, session, PASSWORD)
        await db.transaction(async (tx) => {
          await assertFactorStep(tx, session, 'drop')
          await removeFactor(tx, session.userId, ID)
          await endOtherSessions(tx, session, requestOrigin(request))
          tx.later(
            insertEvents(requestOrigin(request), [factorEvent(session.userId, 'PASSKEY_OFF')]),
          )
        })
        return { data: true }
      },
    }),
  ]
}

function stepByKey(resolveSite: SiteResolver): Route[] {
  return [
    route({
      path: '/api/factor/passkey/ask',
      counts: 'save',
      access: 'signed-in',
      scope: 'self',
      body: z.looseObject({}),
      // Null if the user has no passkey for this site.
      answer: async (_, { db, session, request }) => {
        const query = await requestPasskey(db, session.userId, resolveSite(request))
        if (query === null) return { data: null }
        const { hasTotp } = await factorState(db, session.userId)
        return { data: { asked: query, hasTotp } }
      },
    }),
    route({
      path: '/api/factor/passkey/prove',
      counts: 'save',
      access: 'signed-in',
      scope: 'self',
      body: z.object({ RESPONSE: authenticationResponse }),
      answer: async ({ RESPONSE: response }, context) => {
        const { db, session, request } = context
        await provePasskey(db, session.userId, { response, site: resolveSite(request) })
        if (session.awaits !== 'FACTOR') return { data: {} }
        const token = await db.transaction(async (tx) => {
          await assertFactorStep(tx, session, 'prove')
          return completeFactorStep(tx, context, 'PROVED')
        })
        return { data: await respondWithSession(context, token) }
      },
    }),
  ]
}

function loginByKey(resolveSite: SiteResolver): Route[] {
  return [
    route({
      path: '/api/login/passkey/ask',
      access: 'public',
      scope: 'none',
      body: z.looseObject({}),
      answer: async (_, { db, request }) => ({
        data: await requestPasskey(db, '', resolveSite(request)),
      }),
    }),
    route({
      path: '/api/login/passkey',
      access: 'public',
      scope: 'none',
      body: z.object({
        RESPONSE: authenticationResponse,
        /** Set when a user logs in again on an open page: only their own passkey is accepted. */
        USER_ID: z.string().max(60).default(''),
        WCODE: z.string().max(50).default(''),
        lang,
      }),
      answer: async ({ RESPONSE: response, USER_ID, WCODE, lang: language }, context) => {
        const { db, request } = context
        const site = resolveSite(request)
        const userId = await provePasskey(db, '', { response, site, onlyUserId: USER_ID })
        recordCaller(request, userId)
        const origin = requestOrigin(request)
        const proof = sql`exists (select from passkey k
          where k.user_id = u.user_id and k.credential_id = ${response.id})`
        // The passkey and the user's PIN or biometrics already count as two factors.
        const how = { origin, language, proof, method: 'PASSKEY', isTwoFactor: true }
        const token = await db.transaction((tx) => logInUser(tx, userId, how))
        if (token === undefined) throw wrongKeyError()
        const session = await replaceSession(context, token)
        return { data: await describeSession(db, session, WCODE) }
      },
    }),
  ]
}
