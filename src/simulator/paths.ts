import { ownOptions } from '../own-options.ts'
import { type Check, type Checks, must, readRules } from './check-arguments.ts'
import { wrongOption } from './errors.ts'

/**
 * Where the service answers, each a path behind `sim.url`. Names in braces are filled in by the caller.
 *
 * @example
 * const paths: Partial<ServicePaths> = { transactionStatus: '/status', getMessage: '/sms/{messageId}' }
 * const sim = await createSimulator({ paths })
 */
export interface ServicePaths {
  /** Reference 4.1. Default `/checkout`. The other path of the reference, `/items/initiate`, is always there. */
  readonly checkout: string
  /** Reference 4.2: not shown. Default `/transactions/status`. */
  readonly transactionStatus: string
  /** Reports of delivery (field notes, "Fulfilment duty"): not shown. Default `/fulfilment/report`. */
  readonly fulfilmentReport: string
  /** Reference 4.3: not shown. Default `/v1/messages/send`. */
  readonly quickSend: string
  /** Reference 4.4: not shown. Default `/v1/messages`. */
  readonly sendMessage: string
  /** Reference 4.5: the prefix is not shown. Default `/v1/messages/{messageId}`. */
  readonly getMessage: string
  /** Reference 4.6. Default `/v1/messages`. */
  readonly queryMessages: string
  /** Reference 4.7: not shown. Default: as `sendMessage`. */
  readonly scheduleMessage: string
  /** Reference 4.8. Default `/v1/messages/{messageId}`. */
  readonly rescheduleMessage: string
  /** Reference 4.9: the prefix is not shown. Default `/v1/messages/{messageId}`. */
  readonly cancelMessage: string
}

/** The paths that a client of this service calls: all but that of the reports. */
export function clientPaths({
  fulfilmentReport: _own,
  ...paths
}: ServicePaths): Omit<ServicePaths, 'fulfilmentReport'> {
  return paths
}

/** @throws FMW_SIMULATOR_OPTION */
export function readPaths(given: Partial<ServicePaths> = {}, version = '/v1'): ServicePaths {
  if (!/^(?:\/[^/?#{}\s]+)*$/.test(version)) {
    throw wrongOption('version', "must be a path such as '/v1', or empty")
  }
  const messages = `${version}/messages`
  const one = `${messages}/{messageId}`
  const own = ownOptions(given)
  const usual: ServicePaths = {
    checkout: '/checkout',
    transactionStatus: '/transactions/status',
    fulfilmentReport: '/fulfilment/report',
    quickSend: `${messages}/send`,
    sendMessage: messages,
    getMessage: one,
    queryMessages: messages,
    scheduleMessage: own.sendMessage ?? messages,
    rescheduleMessage: one,
    cancelMessage: one,
  }
  return readRules('paths', own, usual, checks)
}

const aPath = must(
  "a path that begins with a slash, such as '/v1/messages'",
  (path) => typeof path === 'string' && /^\/[^\s?#:*]*$/.test(path),
)

const ofOneMessage: Check = (path) =>
  aPath(path) ?? (String(path).includes('{messageId}') ? undefined : 'must have {messageId} where it is to stand')

const checks: Checks<ServicePaths> = {
  checkout: aPath,
  transactionStatus: aPath,
  fulfilmentReport: aPath,
  quickSend: aPath,
  sendMessage: aPath,
  getMessage: ofOneMessage,
  queryMessages: aPath,
  scheduleMessage: aPath,
  rescheduleMessage: ofOneMessage,
  cancelMessage: ofOneMessage,
}
