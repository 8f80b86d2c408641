import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Device with one passkey as seen by the server (WebAuthn level 2, ES256). */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url')
  /** Signature counter of the device. */
  counter = 0
  /** Whether the device verified the user by PIN or fingerprint. */
  verifies = true
  /** Origin of the requesting page, and the relying party id in its request. */
  origin: string
  rpId: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  constructor(origin: string, rpId: string) {
    this.origin = origin
    this.rpId = rpId
  }

  make(challenge: string): object {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const decodeBytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, decodeBytes(x)],
      [-3, decodeBytes(y)],
    ])
    const raw = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([0, raw.length])
    const key = Buffer.from(isoCBOR.encode(cose))
    const authData = Buffer.concat([this.#head(0x41), Buffer.alloc(16), length, raw, key])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
    })
  }

  use(challenge: string, signer: KeyObject = this.#keys.privateKey): object {
    this.counter += 1
    const authData = this.#head(0x01)
    const client = this.#clientData('webauthn.get', challenge)
    const hash = createHash('sha256').update(client).digest()
    const sign = createSign('sha256')
      .update(Buffer.concat([authData, hash]))
      .sign(signer)
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign.toString('base64url'),
    })
  }

  #head(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const seen = flags | (this.verifies ? 0x04 : 0)
    return Buffer.concat([
      createHash('sha256').update(this.rpId).digest(),
      Buffer.from([seen]),
      counter,
    ])
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  #answer(response: object): object {
    const rest = { clientExtensionResults: {}, type: 'public-key' }
    return { id: this.id, rawId: this.id, ...rest, response }
  }
}
