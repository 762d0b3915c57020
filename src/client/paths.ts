/**
 * Where each endpoint is: a path behind `baseUrl`, or a whole address where the service gave you another one for it
 * (reference 5.4). Names in braces are filled in: `/accounts/{merchantAccountNumber}/status`.
 *
 * @example
 * ```ts
 * const paths: Partial<ClientPaths> = { checkout: '/items/initiate', transactionStatus: '/transactions/status' }
 * ```
 */
export interface ClientPaths {
  /** Reference 4.1: `/checkout` (the default) in one form of it, `/items/initiate` in the other. */
  readonly checkout: string
  /** Reference 4.2: not shown, and there is no default. The identifiers go into the query, or where braces name them. */
  readonly transactionStatus: string
  /** Reference 4.4: not shown; `/v1/messages` is assumed. */
  readonly sendMessage: string
  /** Reference 4.3: not shown; `/v1/messages/send` is assumed. */
  readonly quickSend: string
  /** Reference 4.5: the prefix is not shown; `/v1/messages/{messageId}` is assumed. */
  readonly getMessage: string
  /** Reference 4.6: `/v1/messages`. */
  readonly queryMessages: string
  /** Reference 4.7: not shown; `/v1/messages` is assumed. */
  readonly scheduleMessage: string
  /** Reference 4.8: `/v1/messages/{messageId}`. */
  readonly rescheduleMessage: string
  /** Reference 4.9: the prefix is not shown; `/v1/messages/{messageId}` is assumed. */
  readonly cancelMessage: string
}

/** One row of the table of paths. */
export interface PathRow {
  readonly name: keyof ClientPaths
  /** Behind the version where `isVersioned`; undefined where nothing can be assumed. */
  readonly path: string | undefined
  /** Whether `/v1`, or what stands in its place, comes first (reference 9). */
  readonly isVersioned: boolean
  /** Names that may stand in braces. */
  readonly holes: readonly string[]
  /** Names that must. */
  readonly needs: readonly string[]
  readonly section: string
  /** `reference` where it is shown, `assumed` where it is our guess. */
  readonly source: 'reference' | 'assumed'
}

const account = 'merchantAccountNumber'
const identifiers = ['checkoutId', 'networkTransactionId', 'serviceTransactionId', 'clientReference']

/** Every path, with its section and whether the reference shows it. */
export const pathRows: readonly PathRow[] = [
  sales('checkout', '4.1', '/checkout', [account]),
  sales('transactionStatus', '4.2', undefined, [account, ...identifiers]),
  messages('sendMessage', '4.4', '/messages', 'assumed'),
  messages('quickSend', '4.3', '/messages/send', 'assumed'),
  ofOne('getMessage', '4.5', 'assumed'),
  messages('queryMessages', '4.6', '/messages', 'reference'),
  messages('scheduleMessage', '4.7', '/messages', 'assumed'),
  ofOne('rescheduleMessage', '4.8', 'reference'),
  ofOne('cancelMessage', '4.9', 'assumed'),
]

function sales(name: keyof ClientPaths, section: string, path: string | undefined, holes: readonly string[]): PathRow {
  const source = path === undefined ? 'assumed' : 'reference'
  return { name, path, isVersioned: false, holes, needs: [], section, source }
}

function messages(name: keyof ClientPaths, section: string, path: string, source: PathRow['source']): PathRow {
  return { name, path, isVersioned: true, holes: [], needs: [], section, source }
}

function ofOne(name: keyof ClientPaths, section: string, source: PathRow['source']): PathRow {
  const names = ['messageId']
  return { name, path: '/messages/{messageId}', isVersioned: true, holes: names, needs: names, section, source }
}
