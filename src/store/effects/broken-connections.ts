/** How a library says that a call was cut off, that its connection broke over which the request may have left, or that no answer could be read. */
interface Broken {
  readonly of: string
  /** The name of an error, or of its class where the library gives its errors no name. */
  readonly names?: readonly string[]
  readonly codes?: readonly string[]
  /** What codes begin with. */
  readonly codesFrom?: readonly string[]
  /** The whole message, where neither a name nor a code says it. */
  readonly messages?: readonly string[]
  /** What messages begin with. */
  readonly messagesFrom?: readonly string[]
}

const rows: readonly Broken[] = [
  {
    of: 'what a signal or a time limit has ended',
    names: ['AbortError', 'TimeoutError', 'CanceledError', 'CancelError'],
    codes: ['ERR_CANCELED'],
  },
  {
    of: 'a socket of Node, and a stream over one',
    codes: [
      'ECONNRESET',
      'ECONNABORTED',
      'EPIPE',
      'ETIMEDOUT',
      'ESOCKETTIMEDOUT',
      'ERR_STREAM_PREMATURE_CLOSE',
      'ERR_HTTP2_STREAM_ERROR',
      'ERR_HTTP2_STREAM_CANCEL',
      'ERR_HTTP2_SESSION_ERROR',
      'ERR_HTTP2_GOAWAY_SESSION',
    ],
  },
  // Of what cannot be parsed as HTTP, and what cannot be unpacked: gzip, brotli and zstd.
  { of: 'an answer that Node cannot read', codesFrom: ['HPE_', 'Z_', 'ERR__ERROR_', 'ZSTD_error_'] },
  {
    // What is no HTTP at all has no code. UND_ERR_REQ_RETRY: any of its tries may have been done. What gives up on redirects has
    // sent the request that was redirected; before it had a code of its own it had a message, and a loop has that of a wrong call.
    of: 'undici, which is the fetch of Node',
    names: ['HTTPParserError'],
    codes: [
      'UND_ERR_SOCKET',
      'UND_ERR_ABORTED',
      'UND_ERR_DESTROYED',
      'UND_ERR_HEADERS_TIMEOUT',
      'UND_ERR_BODY_TIMEOUT',
      'UND_ERR_HEADERS_OVERFLOW',
      'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
      'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      'UND_ERR_REQ_RETRY',
      'UND_ERR_REDIRECT_MAX',
    ],
    messages: ['max redirects'],
    messagesFrom: ['Redirect loop detected'],
  },
  // An answer of 500 and above, one that broke off, or one that cannot be read. Of 400 it has another code.
  { of: 'axios', codes: ['ERR_BAD_RESPONSE', 'ERR_FR_TOO_MANY_REDIRECTS', 'ERR_FR_REDIRECTION_FAILURE'] },
  {
    // The last is all that it gives where a second try is refused: nothing of the first, which may have arrived.
    of: 'got',
    names: ['ReadError'],
    codes: ['ERR_BODY_PARSE_FAILURE', 'ERR_TOO_MANY_REDIRECTS', 'ERR_SOCKET_CLOSED_BEFORE_CONNECTION'],
  },
  {
    // SQLSTATE. Without 08001, 08004 and 57P03: no connection was made.
    of: 'PostgreSQL',
    codes: ['08000', '08003', '08006', '08007', '08P01', '40003', '57P01', '57P02', '57P04', '57P05'],
  },
  {
    // The last two are what a ROLLBACK is refused with behind a COMMIT whose answer was lost.
    of: 'pg',
    messages: [
      'Connection terminated unexpectedly',
      'Connection terminated',
      'Query read timeout',
      'Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
    ],
  },
  { of: 'postgres', codes: ['CONNECTION_CLOSED', 'CONNECTION_DESTROYED'] },
  {
    // What MariaDB killed has no code in mysql2.
    of: 'mysql, mysql2 and mariadb',
    codes: [
      'PROTOCOL_CONNECTION_LOST',
      'PROTOCOL_SEQUENCE_TIMEOUT',
      'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
      'ER_SERVER_SHUTDOWN',
      'ER_ERROR_DURING_COMMIT',
      'ER_CONNECTION_KILLED',
    ],
    messages: ["Can't add new command when connection is in closed state", 'Connection was killed'],
  },
  { of: 'mongodb', names: ['MongoNetworkTimeoutError', 'MongoOperationTimeoutError'] },
  {
    // A bundler may shorten the names of its classes.
    of: 'redis',
    names: [
      'SocketClosedUnexpectedlyError',
      'DisconnectsClientError',
      'SocketTimeoutError',
      'SocketTimeoutDuringMaintenanceError',
    ],
    messages: ['Socket closed unexpectedly', 'Disconnects client'],
  },
  { of: 'ioredis', messages: ['Connection is closed.', 'Command timed out'] },
  { of: 'Prisma', codes: ['P1008', 'P1017'] },
]

export const broken: Readonly<Record<'names' | 'codes' | 'messages', ReadonlySet<unknown>>> = {
  names: new Set(rows.flatMap(({ names }) => names ?? [])),
  codes: new Set(rows.flatMap(({ codes }) => codes ?? [])),
  messages: new Set(rows.flatMap(({ messages }) => messages ?? [])),
}

/** What the codes of such errors begin with, where there are many. */
export const brokenCodesFrom: readonly string[] = rows.flatMap(({ codesFrom }) => codesFrom ?? [])

/** What the messages of such errors begin with, where they go on with what differs. */
export const brokenMessagesFrom: readonly string[] = rows.flatMap(({ messagesFrom }) => messagesFrom ?? [])

/** By these an error says that a call failed, and only its cause says whether it was sent. */
export const failedCall: typeof broken = {
  names: new Set(['MongoNetworkError']),
  codes: new Set(['ERR_NETWORK']),
  messages: new Set(['fetch failed']),
}

/** Messages of an error that says that nothing was sent, whatever its cause: a pool ended the connection that it waited for. */
export const neverConnected: ReadonlySet<unknown> = new Set(['Connection terminated due to connection timeout'])

/** Messages of a cause that fetch gives no code, and no request left: its port or scheme is none. */
export const neverCalled: ReadonlySet<unknown> = new Set(['bad port', 'unknown scheme'])
