import type { TurnKind } from '../../pushes/kinds.ts'
import type { Reply } from '../../replies/index.ts'
import { lineOfError } from '../../text/describe-error.ts'
import { FMW_WORK_GIVEN_UP } from '../../turns/errors.ts'
import type { Conversation } from '../conversation.ts'
import { newRecord, type TalkRecord } from '../record/record.ts'
import { TalkRun } from '../script/talk-run.ts'
import { shownAsked } from '../script/work-steps.ts'
import { eventOf, givenTo, type JudgingHost, usualBudget } from './given.ts'
import { judgedTalk } from './judged-talk.ts'
import { readsAs } from './judgement.ts'
import { type PastResult, PastResults } from './past-results.ts'
import { isRefusedCall, Watch } from './watch.ts'

/** A turn of a session that is over, as its transcript has it. */
export interface PastTurn {
  readonly type: string
  /** Null where it is masked. */
  readonly entered: string | null
  /** Null where it is not known. */
  readonly screen: string | null
  readonly source: string | null
}

/** A session as its transcript has it. */
export interface PastSession {
  readonly sessionId: string
  readonly phone: string
  readonly turns: readonly PastTurn[]
}

/** What became of a session that was played again. */
export type Replayed =
  | { readonly verdict: 'same' }
  /** Another screen, or an error, at that turn, from 1. */
  | {
      readonly verdict: 'changed'
      readonly turn: number
      /** What the script asks there, as in `choose Whichsize`; its end, an error, or the `once` that it did not come to. */
      readonly at: string
      readonly was: string
      readonly now: string
    }
  /** Nobody can tell how it goes on from that turn, from 1. Those before it are the same. */
  | { readonly verdict: 'stopped'; readonly turn: number; readonly why: string }

/** What is done beside playing. */
export interface ReplayOptions {
  /** Makes the readings of the script: `talk.load`, and what a question looks up. Default false: it is left there. */
  readonly reads?: boolean
  /** What `talk.once` gave in that session, in the order in which it was begun. Default none: the script is left there. */
  readonly results?: readonly PastResult[]
}

/** Plays a session again, from its transcript. Nothing is done, called or kept. An older version of the package takes no options. */
export type Replay = (session: PastSession, options?: ReplayOptions) => Promise<Replayed>

/** Makes what plays sessions of a conversation again. @param patience ms that a turn may take; one that reads takes as long as it may when it is answered */
export function replayOf<K extends TurnKind>(
  conversation: Conversation,
  host: JudgingHost<K>,
  patience = longest,
): Replay {
  const { goOn, startAgain } = conversation.settings.words
  return async ({ turns, ...session }, { reads = false, results = [] } = {}) => {
    const [first] = turns
    if (first?.type !== 'initiation' || first.entered?.includes(hidden) !== false) return stopped(1, 'masked')
    if (first.screen?.includes(goOn) && first.screen.includes(startAgain)) return stopped(1, 'resumed')
    let record = newRecord()
    const past = new PastResults(results)
    for (const [place, { type, entered, screen, source }] of turns.entries()) {
      if (type !== 'initiation' && type !== 'response') break
      if (source !== 'handler') return stopped(place + 1, 'fallback')
      if (entered === null) return stopped(place + 1, 'masked')
      if (place > 0 && type === 'initiation') return stopped(place + 1, 'redialled')
      const event = { ...eventOf(host.kind, session), type, message: entered }
      const watch = new Watch(event, reads, past)
      const run = new TalkRun<K>(
        judgedTalk<K>(watch),
        givenTo(conversation, host, event, watch),
        record,
        place === 0 ? [] : [entered],
      )
      const came = await outcomeOf(run, watch, reads ? usualBudget : patience)
      if (came.why !== undefined) return stopped(place + 1, came.why)
      const isKnown = screen !== null && screen !== hidden && !came.isSensitive
      if (isKnown && !readsAs(came.text, screen)) {
        if (watch.readsCaller) return stopped(place + 1, 'caller')
        const at = came.error ?? (run.record.asked === undefined ? 'its end' : shownAsked(run.record.asked).trim())
        return { verdict: 'changed', turn: place + 1, at, was: screen, now: came.text }
      }
      record = copyOf(run.record)
    }
    const { untaken } = past
    if (untaken === undefined) return { verdict: 'same' }
    return { verdict: 'changed', turn: turns.length, at: `once ${untaken}`, was: 'done', now: 'not done' }
  }
}

interface Came {
  readonly text: string
  readonly isSensitive?: boolean
  readonly error?: string
  /** Why nobody can tell. */
  readonly why?: string
}

async function outcomeOf<K extends TurnKind>(run: TalkRun<K>, watch: Watch, patience: number): Promise<Came> {
  const { promise, resolve } = Promise.withResolvers<Came>()
  watch.onReach = (step) => resolve({ text: '', why: step })
  const timer = setTimeout(() => resolve({ text: '', why: 'waits' }), patience)
  run.reply().then(
    ({ message, sensitive }: Reply<K>) => resolve({ text: message, isSensitive: sensitive === true }),
    (error: unknown) => {
      const found = lineOfError(error, run.given.work.turn.secrets)
      resolve({ text: found, error: found, ...(isRefusedCall(error) && { why: 'calls' }) })
    },
  )
  return promise.finally(() => {
    clearTimeout(timer)
    run.given.work.giveUp(new FMW_WORK_GIVEN_UP('it was only played'))
  })
}

/** As the store would give it to the next turn. */
function copyOf(record: TalkRecord): TalkRecord {
  return structuredClone(record)
}

function stopped(turn: number, why: string): Replayed {
  return { verdict: 'stopped', turn, why }
}

// As transcripts have what is sensitive, or was dialled with the code.
const hidden = '(sensitive)'
// ms
const longest = 1_000
