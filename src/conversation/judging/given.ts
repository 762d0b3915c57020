import { silentLog } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { ActiveTurn, OpenTurn, Work } from '../../turns/turn.ts'
import type { Conversation } from '../conversation.ts'
import { ScriptFaults, type ScriptHost, type TalkTurn } from '../script/talk-turn.ts'
import { never } from '../script/unawaited.ts'
import type { JudgedSession } from './judgement.ts'
import type { Watch } from './watch.ts'

/** What the judge of a conversation needs of its registration: it draws and seals as that does. */
export type JudgingHost<K extends TurnKind> = Omit<
  ScriptHost<K>,
  'effects' | 'maxWork' | 'resumable' | 'hasNotice' | 'noticesTo' | 'speak'
>

/** A turn that does, calls and keeps nothing. */
export function givenTo<K extends TurnKind>(
  { script, settings }: Conversation,
  host: JudgingHost<K>,
  event: SessionEvent<K>,
  watch: Watch,
): TalkTurn<K> {
  const first = {
    event,
    arrivedAt: host.clock.monotonic(),
    log: silentLog,
    answer: ignore,
    refuse: ignore,
    within: ignore,
  }
  const work = new Work<K>(new OpenTurn<K>(first, false, false), first.arrivedAt)
  return {
    event,
    turn: new ActiveTurn<K>(work, undefined, () => usualBudget),
    work,
    script,
    settings,
    host: {
      ...host,
      // What is sealed for this run alone needs no warning, and no look at what others left.
      isKept: false,
      effects: { run: ({ name }) => watch.did(name), leave: ignore },
      maxWork: usualBudget,
      resumable: never,
      hasNotice: async () => false,
      // Asked only of what is kept.
      noticesTo: never,
      speak: ignore,
      tellOfExtension: undefined,
      tellOfNoPhone: ignore,
    },
    faults: new ScriptFaults(),
    rehearsals: undefined,
    review: undefined,
    steps: undefined,
    lookAgain: () => watch.reach('once'),
    found: {},
  }
}

/** A push that answers nothing. Of the caller nobody has kept more than a shortened number. */
export function eventOf<K extends TurnKind>(
  kind: K,
  { sessionId, phone }: Pick<JudgedSession, 'sessionId' | 'phone'>,
): SessionEvent<K> {
  return {
    kind,
    receivedAt: new Date(),
    raw: undefined,
    sessionId,
    type: 'response',
    message: '',
    answers: [],
    mobile: phone,
    mobileInternational: phone.startsWith('+') ? phone : null,
    serviceCode: '',
    operator: '',
    sequence: null,
    clientState: null,
  }
}

const ignore = (): void => undefined
// ms
export const usualBudget = 6_000
