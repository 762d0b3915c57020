import { secretHeader } from 'fastify-merchant-webhooks'
import buildCareless from './careless.ts'

export { books } from './careless.ts'

/** The careless shop, which takes pushes with its secret alone. */
export default (options: Parameters<typeof buildCareless>[0]) =>
  buildCareless({ ...options, verify: secretHeader('x-push-token', 'a-secret-of-the-test') })
