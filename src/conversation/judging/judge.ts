import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { ActiveTurn, OpenTurn, Work } from '../../turns/turn.ts'
import type { Conversation } from '../conversation.ts'
import { readRecord, type TalkRecord } from '../record/record.ts'
import { ScriptFaults, type ScriptHost, type TalkTurn } from '../script/talk-turn.ts'
import { never } from '../script/unawaited.ts'
import { JudgedRun } from './judged-run.ts'
import type { JudgedSession, Judgement } from './judgement.ts'
import { Watch } from './watch.ts'

/** What the judge of a conversation needs of its registration: it draws and seals as that does. */
export type JudgingHost<K extends TurnKind> = Omit<ScriptHost<K>, 'effects' | 'resumable' | 'hasNotice' | 'speak'>

/** Holds a script against the record of an open session. Nothing is read, done, called or kept. */
export type Judge = (session: JudgedSession) => Promise<Judgement>

/**
 * Makes the judge of a conversation.
 *
 * @param patience ms that a script may take
 */
export function judgeOf<K extends TurnKind>(
  conversation: Conversation,
  host: JudgingHost<K>,
  patience = longest,
): Judge {
  return async (session) => {
    const { state } = session
    if (state === null) return { verdict: 'holds', readsTheSame: undefined, at: undefined }
    const record = recordIn(state)
    if (record === undefined) return { ...foreign, verdict: 'breaks', becomes: 'restart', step: 1, place: undefined }
    const event = eventOf(host.kind, session)
    const watch = new Watch(event)
    return new JudgedRun(givenTo(conversation, host, event, watch), record, session, watch).judge(patience)
  }
}

/** What was left by a subscriber who is asked whether to go on is what they would go on with. */
function recordIn(state: string): TalkRecord | undefined {
  const record = readRecord(JSON.parse(state))
  return record?.from ?? record
}

function givenTo<K extends TurnKind>(
  { script, settings }: Conversation,
  host: JudgingHost<K>,
  event: SessionEvent<K>,
  watch: Watch,
): TalkTurn<K> {
  const first = { event, arrivedAt: host.clock.monotonic(), log: silent, answer: ignore, refuse: ignore }
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
      effects: { run: ({ name }) => watch.reach(`once ${name}`), leave: ignore },
      resumable: never,
      hasNotice: async () => false,
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
function eventOf<K extends TurnKind>(kind: K, { sessionId, phone }: JudgedSession): SessionEvent<K> {
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

const foreign = { recorded: 'the state of a handler', found: 'a conversation' }
const ignore = (): void => undefined
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
// ms
const usualBudget = 6_000
const longest = 1_000
