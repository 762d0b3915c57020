/** A screen of the shop that every peer serves. */
export interface Screen {
  readonly text: string
  /** Whether it is the last one of its session. */
  readonly ends: boolean
}

/** What every peer's handler answers: it keeps nothing, so that sessions are the work of whoever serves them. */
export function menu(isInitiation: boolean, message: string): Screen {
  if (isInitiation) return screens.welcome
  return message === '1' ? screens.quantity : screens.thanks
}

/** The three screens, for the peer that has states in place of a handler. */
export const screens = {
  welcome: { text: 'Welcome to the shop\n1. Tea, 5.00\n2. Leave', ends: false },
  quantity: { text: 'How many?\n1. One\n2. Two', ends: false },
  thanks: { text: 'Thank you. Your tea is on its way.', ends: true },
} as const satisfies Record<string, Screen>
