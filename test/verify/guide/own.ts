import { createHash } from 'node:crypto'
import type { Verifier } from '../../../src/verify/index.ts'

const digests = new Set(process.env.PUSH_SECRET_DIGESTS?.split(','))
if (digests.size === 0) throw new Error('PUSH_SECRET_DIGESTS is not set')

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

export const verify: Verifier = {
  name: 'hashedSecretPath',
  routePath: '/:secret',
  check: ({ params }) => digests.has(digestOf(params.secret ?? '')),
}
