import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Names notifications for traces: one name for one entry, in each process that has the secret. Nobody reads the entry's id from
 * it, or tries out which phone or reference it may be. Without a secret the names are this process's own.
 *
 * @returns makes the name of an entry's id
 */
export function messageIds(registration: string, secret: string | undefined): (entryId: string) => string {
  const key = secret === undefined ? randomBytes(keyBytes) : keyOf(secret)
  return (entryId) => {
    const text = JSON.stringify([registration, entryId])
    return createHmac('sha256', key).update(text).digest('hex').slice(0, length)
  }
}

const keyBytes = 32
/** Characters. */
const length = 32

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'fastify-merchant-webhooks', 'names in traces, 1', keyBytes))
}
