import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { PayBuilder, ProgrammableReplies, UssdReplies } from '../../replies/index.ts'
import { ActiveTurn } from '../../turns/turn.ts'

// The replies are read off the class: giving each turn its own costs more than the rest of making it.

/** A class of turns that build the replies of their channel. */
export type TurnClass<K extends TurnKind, Replies> = new (
  ...parts: ConstructorParameters<typeof ActiveTurn<K>>
) => ActiveTurn<K> & Replies

/** Builds the payments of a session. */
export type PayIn = (session: Pick<SessionEvent, 'sessionId' | 'mobile'>) => PayBuilder<'ussd'>

/** The turns of USSD, with the replies that they build. */
export function ussdTurns(replies: UssdReplies, payIn: PayIn): TurnClass<'ussd', UssdReplies> {
  return class extends ActiveTurn<'ussd'> implements UssdReplies {
    get prompt() {
      return replies.prompt
    }

    get menu() {
      return replies.menu
    }

    get end() {
      return replies.end
    }

    get pay() {
      return payIn(this.session)
    }
  }
}

/** The turns of the programmable services, with the replies that they build. */
export function programmableTurns(replies: ProgrammableReplies): TurnClass<'programmable', ProgrammableReplies> {
  return class extends ActiveTurn<'programmable'> implements ProgrammableReplies {
    get prompt() {
      return replies.prompt
    }

    get menu() {
      return replies.menu
    }

    get end() {
      return replies.end
    }

    get pay() {
      return replies.pay
    }
  }
}
