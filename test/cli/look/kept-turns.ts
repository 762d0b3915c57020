import type { TurnOpening } from '../../../src/store/turn-store.ts'
import { phoneKey } from '../../../src/text/phone.ts'
import { type Kept, noon } from './kept-store.ts'

/** Keeps a turn, and how it was answered. */
export async function show(
  { opened }: Kept,
  sessionId: string,
  more: Partial<TurnOpening>,
  shown: Shown = {},
): Promise<void> {
  const { source = 'handler', screen = 'Welcome', ms = 12, isOver = false, masksAnswer = false } = shown
  const turn = opening(sessionId, more)
  const open = await opened.turns.open(turn)
  if (open.status !== 'opened') throw new Error(`The turn is ${open.status}`)
  const session = { state: null, isOver, masksAnswer, late: null }
  await opened.turns.close({ ...turn, fence: open.fence, reply: '{}', screen, source, ms, session, goesOn: false })
}

/** A turn as it is opened. */
export function opening(sessionId: string, more: Partial<TurnOpening>): TurnOpening {
  const { sequence = 1, type = sequence === 1 ? 'initiation' : 'response' } = more
  return {
    kind: 'ussd',
    sessionId,
    turn: `${sequence} ${type}`,
    sequence,
    attempt: `${sessionId} ${sequence}`,
    isCopy: false,
    entered: '',
    type,
    at: noon,
    phone: '+233...042',
    phoneKey: phoneKey('+233000000042'),
    expiry: 90_000,
    ...more,
  }
}

/** How a turn is answered. */
interface Shown {
  readonly source?: string
  readonly screen?: string
  readonly ms?: number
  readonly isOver?: boolean
  readonly masksAnswer?: boolean
}
