import { FMW_STORE_UNAVAILABLE } from '../../errors.ts'

/** What a failure of the server or of the way to it means for what was asked. */
export interface Failure {
  /** For logs, in a few words; never with values, an address or a password. */
  readonly why: string
  readonly kind: FailureKind
  /** The server's, of five characters, or of the network. */
  readonly code?: string | undefined
}

export type FailureKind =
  /** Nobody can be asked: what waits is refused too, until the server answers again. */
  | 'away'
  /** One connection broke. Others may be well. */
  | 'broken'
  /** No connection was free: the server may be well. */
  | 'busy'
  /** What was asked of it cannot be done, whoever asks: one row of a group may be at fault. */
  | 'row'
  /** It may succeed if it is asked again at once. */
  | 'again'
  /** It cannot be done as things are. */
  | 'other'

/** The server's code for what a user may not do. */
export const forbidden = '42501'

/** For a lock that was not free in time. */
export const notFree = '55P03'

/** And for a number or a key that a row has already. */
export const taken = '23505'

/** And where nothing may be written. */
export const readOnly = '25006'

/** Whether what was prepared on a connection is not what is there: it was given to another session meanwhile, as a pooler does. */
export function isShared(error: unknown): boolean {
  return ['26000', '42P05'].includes(partsOf(error).code ?? '')
}

/** Reads an error of `pg`, of the network or of ours. */
export function failureOf(error: unknown): Failure {
  const { code, message } = partsOf(error)
  if (isUnreadFile(error)) return { kind: 'away', why: `a file that the URL names for TLS cannot be read (${code})` }
  if (code === '28000' && message.includes('no encryption')) {
    return { kind: 'away', why: `the server takes this user with TLS only, and the URL has no sslmode (${code})` }
  }
  const known = code === undefined ? undefined : (byCode[code] ?? byCode[code.slice(0, 2)])
  if (code !== undefined && known !== undefined) return { kind: known[0], why: `${known[1]} (${code})` }
  if (isOwn(error)) return { kind: 'other', why: message }
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) return { kind: 'other', why: `${message} (${code})` }
  if (code !== undefined) return { kind: 'away', why: `the server cannot be reached (${code})` }
  // What pg says of a connection that ended has no code.
  return { kind: 'broken', why: message }
}

/** Whether waiting cannot mend it when it is met at the start. */
export function isForGood(error: unknown): boolean {
  const { code } = partsOf(error)
  if (isUnreadFile(error)) return true
  return code !== undefined && (forGood.includes(code) || code.startsWith('42') || isOwn(error))
}

/** Whether it is one of ours, which says all that there is to say. */
export function isOwn(error: unknown): boolean {
  return partsOf(error).code?.startsWith('FMW_') === true
}

// What Node says of a certificate whose authority it doesn't know.
const untrusted = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]

// Wrong user or password, no such database, a certificate that isn't trusted or is another's. A start that meets a class 42 may not do or does not find what it needs.
const forGood = ['28P01', '28000', '3D000', 'ERR_TLS_CERT_ALTNAME_INVALID', ...untrusted]

const byCode: Readonly<Record<string, readonly [FailureKind, string]>> = {
  ...Object.fromEntries(
    untrusted.map((code) => [
      code,
      ['away', "the server's certificate is not trusted: sslrootcert in the URL names its authority's"] as const,
    ]),
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: ['away', "the server's certificate is not for the host that the URL names"],
  CERT_HAS_EXPIRED: ['away', "the server's certificate has expired"],
  ECONNRESET: ['broken', 'the connection was reset'],
  EPIPE: ['broken', 'the connection was closed'],
  '08': ['broken', 'the connection failed'],
  '57P01': ['broken', 'the server ended the connection'],
  '57P02': ['broken', 'the server has crashed'],
  '57P03': ['away', 'the server is starting or stopping'],
  '57P05': ['broken', 'the server ended an idle connection'],
  // Prepared here and not there, or there and not here: the connection goes on as another's.
  '26000': ['broken', 'a prepared statement is gone'],
  '42P05': ['broken', 'a statement was prepared by another'],
  '53300': ['away', 'the server has as many connections as it may'],
  // A server that was set back to copying another takes no writes on connections that it kept.
  [readOnly]: ['broken', 'the server is read-only'],
  '28': ['away', 'the user or password is refused'],
  '3D000': ['away', 'there is no such database'],
  '53100': ['other', 'the disk is full'],
  '53': ['other', 'the server is short of something'],
  '57014': ['other', 'the statement was cancelled'],
  [notFree]: ['again', 'a lock was not free'],
  '40': ['again', 'it came into the way of another'],
  '21': ['row', 'a value does not fit'],
  '22': ['row', 'a value does not fit'],
  [taken]: ['row', 'a number or key is taken: were the tables copied without their sequences?'],
  '23': ['row', 'a value does not fit'],
  '54': ['row', 'a row is too large'],
}

function partsOf(error: unknown): { code: string | undefined; message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: String(error) }
  // Several addresses of one host were tried, and each has an error of its own.
  const [first] = error instanceof AggregateError ? error.errors : []
  const source: Error = first instanceof Error ? first : error
  return {
    code: 'code' in source && typeof source.code === 'string' ? source.code : undefined,
    message: source.message,
  }
}

/**
 * Whether `pg` could not read what `sslrootcert`, `sslcert` or `sslkey` names: a folder is opened, and fails when it is read. A
 * socket is connected to, and read too: when it is reset.
 */
function isUnreadFile(error: unknown): boolean {
  return (
    error instanceof Error && (('syscall' in error && error.syscall === 'open') || partsOf(error).code === 'EISDIR')
  )
}

/** Something asked of the server failed, and this is what that means. */
export class ServerFailure extends Error implements Failure {
  readonly kind: FailureKind
  readonly why: string
  readonly code: string | undefined

  constructor({ kind, why, code }: Failure) {
    super(why)
    this.kind = kind
    this.why = why
    this.code = code
  }
}

/** Of any error. */
export function toServerFailure(error: unknown): ServerFailure {
  return error instanceof ServerFailure ? error : new ServerFailure({ ...failureOf(error), code: partsOf(error).code })
}

/** What callers of a store are told. Nothing of the server's error goes on with it: its details quote values. */
export function toUnavailable(name: string, error: unknown): unknown {
  return error instanceof ServerFailure ? new FMW_STORE_UNAVAILABLE(name, error.why) : error
}
