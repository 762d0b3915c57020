import { nameType } from '../../pushes/reading/push-problem.ts'
import type { ServiceCall } from '../build-request.ts'
import { RequestFields } from '../request-fields.ts'
import { judgeMessage } from './judge-message.ts'

/**
 * Which messages are asked for (reference 4.6, which names the two parameters and not what they mean): by their names
 * where to begin, and how many. What is left out is not sent.
 *
 * @example
 * ```ts
 * const page: MessagePage = { index: 0, limit: 50 }
 * const answer: unknown = await client.messages.query(page)
 * ```
 */
export interface MessagePage {
  readonly index?: number | undefined
  readonly limit?: number | undefined
}

/** Reference 4.6; its answer is not shown. @throws ClientFieldError */
export function queryMessages(given: MessagePage): ServiceCall<unknown> {
  const name = 'messages.query'
  const fields = new RequestFields(name)
  const page = fields.names(given, ['index', 'limit'])
  return {
    name,
    method: 'GET',
    path: 'queryMessages',
    query: { index: readCount(fields, 'index', page.index), limit: readCount(fields, 'limit', page.limit) },
    auth: 'basic',
    isRepeatable: true,
    judge: (answer) => judgeMessage(answer),
    read: ({ body }) => body,
  }
}

function readCount(fields: RequestFields, field: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return `${value}`
  throw fields.fault(field, 'a whole number of 0 or more', typeof value === 'number' ? 'another one' : nameType(value))
}
