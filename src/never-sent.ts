/** By which codes Node and its `fetch` say that no request has left, by what stood in the way. After all others it may have. */
export const neverSent = {
  refused: ['ECONNREFUSED'],
  noConnection: ['UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
  noTls: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
  unknownName: ['ENOTFOUND', 'EAI_AGAIN'],
  untrusted: [
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
