/** A screen of the shop that every peer serves. */
export interface Screen {
  readonly text: string
  /** Whether it is the last one of its session. */
  readonly ends: boolean
}

/** Who is called at this code is greeted by session: a screen that nobody else gets. */
export const personalCode = '714'

/** The constant screens. */
export const screens = {
  welcome: { text: 'Welcome to the shop\n1. Tea, 5.00\n2. Leave', ends: false },
  quantity: { text: 'How many?\n1. One\n2. Two', ends: false },
} as const satisfies Record<string, Screen>

/** A first screen of one's own. */
export function greet(sessionId: string): Screen {
  return { text: `Welcome, ${numberOf(sessionId)}\n1. Tea, 5.00\n2. Leave`, ends: false }
}

/** The last screen, which names its order: constant ones alone would be too easy. */
export function thank(sessionId: string): Screen {
  return { text: `Thank you. Order ${numberOf(sessionId)} is on its way.`, ends: true }
}

/** What of a push the screens depend on. */
export interface MenuPush {
  readonly isInitiation: boolean
  readonly message: string
  readonly serviceCode: string
  readonly sessionId: string
}

/** What every peer's handler answers: it keeps nothing, so that sessions are the work of whoever serves them. */
export function menu({ isInitiation, message, serviceCode, sessionId }: MenuPush): Screen {
  if (isInitiation) return serviceCode === personalCode ? greet(sessionId) : screens.welcome
  return message === '1' ? screens.quantity : thank(sessionId)
}

/** The last part of a session's id. */
function numberOf(sessionId: string): string {
  return sessionId.slice(-12)
}
