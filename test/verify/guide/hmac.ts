import { createHmac, timingSafeEqual } from 'node:crypto'
import { allOf, secretPath, verifyWith } from '../../../src/verify/index.ts'

const key = process.env.PUSH_HMAC_KEY
if (!key) throw new Error('PUSH_HMAC_KEY is not set')

const hmac = verifyWith(
  'hmac',
  ({ headers, rawBody }) => {
    const signature = headers['x-signature']
    if (typeof signature !== 'string') return false
    const given = Buffer.from(signature)
    const expected = Buffer.from(createHmac('sha256', key).update(rawBody).digest('hex'))
    return given.length === expected.length && timingSafeEqual(given, expected)
  },
  { needsBody: true },
)

export const verify = allOf(secretPath(process.env.PUSH_SECRET), hmac)
