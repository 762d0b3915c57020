import type { Acknowledgement } from '../../http/notification-endpoint.ts'
import type { NotificationKind } from '../../pushes/kinds.ts'
import { FMW_OPTION } from '../errors.ts'
import { checkNames } from './check-values.ts'

const standard: Acknowledgement = { status: 200, body: { status: 'received' } }

/**
 * What the service gets back for a notification; the reference does not say what it wants.
 *
 * @throws FMW_OPTION when the status is no 2xx, or the body no JSON
 */
export function readAcknowledgement(kind: NotificationKind, options: Partial<Acknowledgement>): Acknowledgement {
  const given = checkNames(`${kind}.acknowledge.`, options, ['status', 'body'])
  const { status, body } = { ...standard, ...(isBodyless(given.status) ? { body: undefined } : {}), ...given }
  if (!Number.isInteger(status) || status < 200 || status > 299) {
    throw new FMW_OPTION(`${kind}.acknowledge.status`, 'must be a 2xx status')
  }
  if (body !== undefined && isBodyless(status)) {
    throw new FMW_OPTION(`${kind}.acknowledge.body`, `cannot be sent with status ${status}`)
  }
  if (body !== undefined && !isJson(body)) throw new FMW_OPTION(`${kind}.acknowledge.body`, 'must be a JSON value')
  return { status, body }
}

const isBodyless = (status: number | undefined): boolean => status === 204 || status === 205

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
