import { neverSent } from '../never-sent.ts'
import type { CallErrorCode } from './errors.ts'
import { whitelisting } from './judge-status.ts'

/** Why no answer came. */
export interface ConnectionFailure {
  readonly code: CallErrorCode
  readonly meaning: string
  readonly action: string
  readonly canRetry: boolean
  readonly isUncertain: boolean
  /** The innermost error's own text, as it came: it may quote an address. */
  readonly detail: string | null
}

/** What a failure of `fetch` means. */
export function connectionFailure(error: unknown): ConnectionFailure {
  const { code, detail, isBroken } = innermost(error)
  const row = isBroken
    ? undefined
    : rows.find(({ codes, says }) => codes.includes(code) || says?.test(detail ?? '') === true)
  const meaning = row === undefined ? 'The connection broke before an answer came' : row.meaning
  return {
    code: 'FMW_CALL_UNREACHABLE',
    meaning: code === '' ? meaning : `${meaning} (${code})`,
    action: row === undefined ? `Try again later; if it stays so, ${whitelisting}` : row.action,
    canRetry: true,
    isUncertain: row === undefined,
    detail,
  }
}

interface Row {
  readonly codes: readonly string[]
  /** What the error's text says where no code does, or one that stands for other things too. */
  readonly says?: RegExp
  readonly meaning: string
  readonly action: string
}

const schemeAndPort = 'See whether baseUrl is http or https, and whether its port is right'

/** In all of these no request has left; in all others it may have. */
const rows: readonly Row[] = [
  {
    codes: neverSent.refused,
    meaning: 'The service refused the connection',
    action: `See that baseUrl is right; where it is, ${whitelisting}`,
  },
  {
    codes: neverSent.noConnection,
    meaning: 'No connection could be made',
    action: `See that baseUrl is right and the network is up; where they are, ${whitelisting}`,
  },
  {
    // No TLS at the other end. EPROTO by itself may break a connection at any time.
    codes: neverSent.noTls,
    says: /wrong version number|packet length too long/,
    meaning: 'There is no https at this address',
    action: schemeAndPort,
  },
  {
    // `fetch` calls no port of another protocol, and gives no code.
    codes: [],
    says: /^bad port$/,
    meaning: 'The port is one that fetch never calls',
    action: schemeAndPort,
  },
  {
    codes: neverSent.unknownName,
    meaning: 'The name of the service is not known to the network',
    action: 'See that baseUrl is right and the network is up',
  },
  {
    codes: neverSent.untrusted,
    meaning: 'The certificate of the service is not to be trusted',
    action:
      'See that baseUrl is right; behind a proxy that reads along, give Node its certificate (NODE_EXTRA_CA_CERTS)',
  },
]

/** `fetch` wraps what happened in one or two errors, of which one has a code. */
function innermost(error: unknown): {
  readonly code: string
  readonly detail: string | null
  /** Whether a connection that stood failed in reading or writing: the request may have left, whatever the code says. */
  readonly isBroken: boolean
} {
  let isBroken = false
  let code = ''
  let detail: string | null = null
  let inner = error
  // A cause may lead back to its own error.
  for (let depth = 0; depth < deepestCause && inner instanceof Error; depth += 1) {
    if ('code' in inner && typeof inner.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(inner.code))
      code = inner.code
    if (inner.message !== '') detail = inner.message
    if ('syscall' in inner && (inner.syscall === 'read' || inner.syscall === 'write')) isBroken = true
    inner = inner.cause
  }
  return { code, detail, isBroken }
}

const deepestCause = 8
