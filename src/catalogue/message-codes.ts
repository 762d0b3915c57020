/**
 * How the messaging service answers a call: reference 7.3, an HTTP status and often a subcode.
 *
 * @example
 * ```ts
 * messageCodes.find((row) => row.http === 400 && row.subcode === 3)?.meaning // 'The message body is too long'
 * ```
 */
export const messageCodes: readonly MessageCode[] = [
  row(200, 'The request was handled'),
  coded(201, 0, 'Accepted; the message was sent for onward delivery'),
  coded(400, 100, 'The request as a whole is invalid: it has no data or is malformed'),
  coded(400, 1, 'The destination address is invalid'),
  coded(400, 2, 'The source address is invalid; sender addresses are restricted'),
  coded(400, 3, 'The message body is too long'),
  coded(400, 4, 'The message cannot be routed on the gateway'),
  coded(400, 5, 'The delivery time is not valid'),
  coded(400, 6, 'The content was rejected or is invalid'),
  coded(400, 7, 'One or more parameters are not allowed; the response has the details'),
  coded(400, 8, 'One or more parameters are not valid; the response has the details'),
  row(401, 'Authorization failed'),
  row(402, 'There is not enough messaging credit'),
  row(403, 'Forbidden: the recipient has not approved receiving messages'),
  row(404, 'The message was not found'),
  row(500, 'The server failed'),
  row(502, 'Bad gateway: there is no appropriate gateway for the request'),
]

/**
 * One row of the messaging response codes.
 *
 * @example
 * ```ts
 * const inWords = ({ code, meaning }: MessageCode) => `${code}: ${meaning}`
 * messageCodes.map(inWords) // ['200: The request was handled', …]
 * ```
 */
export interface MessageCode {
  readonly family: 'messaging'
  /** The HTTP status alone (`402`), or with the subcode (`400/3`). */
  readonly code: string
  readonly http: number
  readonly subcode?: number
  readonly meaning: string
  readonly section: '7.3'
  readonly source: 'reference'
}

function row(http: number, meaning: string): MessageCode {
  return { family: 'messaging', code: `${http}`, http, meaning, section: '7.3', source: 'reference' }
}

function coded(http: number, subcode: number, meaning: string): MessageCode {
  return { ...row(http, meaning), code: `${http}/${subcode}`, subcode }
}
