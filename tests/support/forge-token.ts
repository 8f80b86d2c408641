import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'

type Json = Readonly<Record<string, unknown>>
export type Forgery = (header: Json, claims: Json) => string

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
export const providerKey = newKey()
export const otherKey = newKey()

export const encodePart = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signToken(header: Json, claims: Json, key = providerKey): string {
  const text = `${encodePart(header)}.${encodePart(claims)}`
  return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`
}

export function signWithSecret(claims: Json, secret: string): string {
  const text = `${encodePart({ alg: 'HS256' })}.${encodePart(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

function decodePart(text: string): Json {
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

/** Replaces the ID token in a response of the provider's token endpoint. */
export function forgeToken(reply: ServerResponse, forge: Forgery): void {
  const end = reply.end.bind(reply)
  const replaceToken = (body: string) =>
    body.replace(
      /(?<="id_token":")([^."]+)\.([^."]+)\.[^"]+/,
      (_, header: string, claims: string) => forge(decodePart(header), decodePart(claims)),
    )
  reply.end = (body: unknown) => end(replaceToken(String(body)))
}
