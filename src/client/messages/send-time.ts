import { nameType } from '../../pushes/push-problem.ts'
import type { RequestFields } from '../request-fields.ts'
import { writeWireTime } from './wire-time.ts'

/**
 * When a message is to be sent, as the service writes it. Whether the time lies ahead is the service's to say: its
 * clock counts (code 400/5).
 *
 * @throws ClientFieldError
 */
export function readSendTime(fields: RequestFields, value: unknown): string {
  if (!(value instanceof Date)) throw fields.fault('time', 'a Date', nameType(value))
  // Only these have years of four digits; an invalid date is not among them.
  if (value.getTime() >= earliest && value.getTime() <= latest) return writeWireTime(value)
  throw fields.fault('time', 'a valid Date', Number.isNaN(value.getTime()) ? 'an invalid one' : 'one of another age')
}

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
