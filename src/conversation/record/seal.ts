import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Recorded } from '../../store/effects/recorded.ts'

/** Keeps sensitive answers unreadable in the store: AES-256-GCM under keys made of the merchant's secrets. */
export class Sealer {
  readonly #keys: readonly [Buffer, ...Buffer[]]
  /** Whether the keys end with this process. */
  readonly isFleeting: boolean

  /** @param secrets the first seals, all of them open; without any the key is this process's own */
  constructor(secrets: readonly string[]) {
    const [first, ...others] = secrets
    this.isFleeting = first === undefined
    this.#keys = [first === undefined ? randomBytes(keyBytes) : keyOf(first), ...others.map(keyOf)]
  }

  /** @param place where the value belongs: it opens nowhere else */
  seal(value: unknown, place: string): string {
    const iv = randomBytes(ivBytes)
    const [key] = this.#keys
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(JSON.stringify([value]), 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** undefined where none of the keys opens it */
  open(sealed: string, place: string): { readonly value: Recorded } | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    for (const key of this.#keys) {
      const json = decipher(bytes, key, place)
      if (json !== undefined) return { value: JSON.parse(json)[0] }
    }
    return undefined
  }
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'fastify-merchant-webhooks', 'sensitive answers, 1', keyBytes))
}

function decipher(bytes: Buffer, key: Buffer, place: string): string | undefined {
  try {
    // Without its length a tag that was cut short would do.
    const opening = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
  } catch {
    // Sealed with another secret, or not by us.
    return undefined
  }
}
