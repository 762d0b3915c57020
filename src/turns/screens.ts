/**
 * What a subscriber reads when the handler has nothing to say. Settings; nothing of an error ever shows.
 *
 * @example
 * const screens: Partial<Screens> = { waiting: 'One moment. Reply 1 to go on', failed: 'Sorry. Please dial again' }
 * await app.register(merchantWebhooks, { verify, screens, ussd })
 */
export interface Screens {
  /** At the deadline, while your handler works on. */
  readonly waiting: string
  /** The handler threw, returned nothing, or took too long. */
  readonly failed: string
  /** The session is over: a push after its end, a release, a time-out. */
  readonly ended: string
  /** The push has an unknown type. */
  readonly unknownType: string
  /** Too many sessions at once. */
  readonly busy: string
  /** The push could not be read. */
  readonly unreadable: string
}

export const defaultScreens: Screens = {
  waiting: 'Please wait, we are working on it. Reply 1 to check.',
  failed: 'Sorry, something went wrong. Try later.',
  ended: 'This has ended. Please dial again.',
  unknownType: 'Sorry, this is not available. Please dial again.',
  busy: 'Sorry, we are busy. Try again soon.',
  unreadable: 'Sorry, we could not read that. Please try again.',
}

/** What is said otherwise where nothing is dialled: in a web store, an app or at a till. */
export const richScreens: Screens = {
  ...defaultScreens,
  ended: 'This has ended. Please start again.',
  unknownType: 'Sorry, this is not available. Please start again.',
}
