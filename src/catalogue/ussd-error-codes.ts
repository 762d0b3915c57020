/**
 * What a subscriber sees when the USSD gateway gives up: reference 7.2. If a phone shows one of these, the screen of
 * your application didn't get there.
 *
 * @example
 * ```ts
 * ussdErrorCodes.find((row) => row.code === 'UUE')?.meaning
 * ```
 */
export const ussdErrorCodes: readonly UssdErrorCode[] = [
  gateway('URNF', 'The setup is incomplete'),
  gateway('UUT', 'The call to the application URL timed out', 'Respond within 7 seconds'),
  gateway('ST', 'The application was too slow, or the subscriber did not answer within 60 seconds'),
  // Field notes: characters outside ASCII make some gateways fail a session with this code.
  gateway('UUE', "The application's reply is not valid JSON", 'Reply with JSON; try it with plain ASCII text'),
  gateway('NOCR', 'The service is unavailable because the account is out of credit'),
  gateway('NOAPP', 'The application is not mapped to a USSD service code'),
  gateway('CSP', 'The request cannot be forwarded to the upstream provider'),
]

/**
 * What a subscriber sees when the network operator gives up: the second part of reference 7.2.
 *
 * @example
 * ```ts
 * networkMessages.map((row) => row.code) // ['SERVICE UNAVAILABLE', …]
 * ```
 */
export const networkMessages: readonly NetworkMessage[] = [
  network('SERVICE UNAVAILABLE', 'The menu cannot be displayed: the service is unavailable'),
  network('UNABLE TO DISPLAY USSD', 'The menu cannot be displayed'),
  network('ERROR AT WASP E150', 'The application was given a negative response'),
  network('REQUEST FAILS', 'The dialled code is not recognised'),
  network('ERROR WAP', 'The dialled code cannot be processed now'),
]

/**
 * One error code of the USSD gateway.
 *
 * @example
 * ```ts
 * const row: UssdErrorCode | undefined = ussdErrorCodes.find(({ code }) => code === 'UUT')
 * row?.action // 'Respond within 7 seconds'
 * ```
 */
export interface UssdErrorCode {
  readonly family: 'ussd'
  readonly code: string
  readonly meaning: string
  /** What to do about it, if that is known. */
  readonly action?: string
  readonly section: '7.2'
  readonly source: 'reference'
}

/**
 * One message of a network operator; its text is its code.
 *
 * @example
 * ```ts
 * const row: NetworkMessage | undefined = networkMessages.find(({ code }) => code === 'REQUEST FAILS')
 * row?.meaning // 'The dialled code is not recognised'
 * ```
 */
export interface NetworkMessage {
  readonly family: 'network'
  readonly code: string
  readonly meaning: string
  readonly section: '7.2'
  readonly source: 'reference'
}

function gateway(code: string, meaning: string, action?: string): UssdErrorCode {
  const row = { family: 'ussd', code, meaning, section: '7.2', source: 'reference' } as const
  return action === undefined ? row : { ...row, action }
}

function network(code: string, meaning: string): NetworkMessage {
  return { family: 'network', code, meaning, section: '7.2', source: 'reference' }
}
