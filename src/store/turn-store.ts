import type { TurnKind } from '../pushes/kinds.ts'

/**
 * A session of a registration.
 *
 * @example
 * const key: SessionKey = { kind: 'ussd', sessionId: 'session-1' }
 * const stop = opened.turns.watch(key, (change) => log.info({ change }, 'the session has changed'))
 */
export interface SessionKey {
  readonly kind: TurnKind
  readonly sessionId: string
  /**
   * Whose it is, at most 200 characters: a digest of the phone. One id with two owners is two sessions that know nothing
   * of each other; lists show them by their id. Missing is an owner too.
   */
  readonly owner?: string | undefined
}

/**
 * A turn as it is known again.
 *
 * @example
 * const turn: TurnRef = { kind: 'ussd', sessionId: 'session-1', turn: '2|response|1', sequence: 2 }
 */
export interface TurnRef extends SessionKey {
  /** Of sequence, type and message: equal for the same turn sent again. At most 200 characters. */
  readonly turn: string
  /** A safe integer of 0 or more; null where the push had none. */
  readonly sequence: number | null
}

/**
 * A turn that wants to run.
 *
 * @example
 * const opening: TurnOpening = {
 *   ...turn,
 *   attempt: randomUUID(),
 *   isCopy: false,
 *   entered: '1',
 *   type: 'response',
 *   at: Date.now(),
 *   phone: '+233…000',
 *   phoneKey,
 *   expiry: 90_000,
 * }
 * const opened = await store.turns.open(opening)
 */
export interface TurnOpening extends TurnRef {
  /**
   * Names this opening, unique, at most 64 characters. Asked again with the same one, a turn that was opened by it and
   * is not closed is `opened` (or `interrupted`) again, with the same fence: so an answer that was lost on its way
   * does not leave a turn open that nobody works on.
   */
  readonly attempt: string
  /**
   * It was told `running` with `isSame` before. Then it is a copy of that turn: once that is answered it is
   * `repeated`, although without a sequence the same words are a new turn otherwise.
   */
  readonly isCopy: boolean
  /**
   * For transcripts: what the user entered, at most 200 characters. It is kept only where the last screen is known and
   * did not mask its answer: in a session that is not known only that of an initiation is, and none is after a turn
   * that was opened and never closed (so never where `isInterrupted` is told), whose screen may have been shown and have
   * asked for a PIN.
   */
  readonly entered: string
  readonly type: string
  /** Epoch ms. */
  readonly at: number
  /** The shortened phone, and what finds a session by its whole one: a digest. */
  readonly phone: string
  readonly phoneKey: string
  /**
   * The session is forgotten when this long nothing happens in it, ms, whether something runs in it or not: no work
   * takes as long.
   */
  readonly expiry: number
}

/**
 * What is kept of a session between its turns. JSON is kept as the text that it is: it may hold `\u0000`.
 *
 * @example
 * const step = ({ state, isOver }: SessionState) => (isOver || state === null ? 0 : JSON.parse(state).step)
 */
export interface SessionState {
  /** What the last reply carried, as JSON; null when none did. */
  readonly state: string | null
  /** The application or the subscriber ended it. */
  readonly isOver: boolean
  /** The answer to the last screen is left out of logs and transcripts. Always where `isInterrupted` is told. */
  readonly masksAnswer: boolean
  /** A result that came after its waiting screen and was not shown yet: a reply as JSON. */
  readonly late: string | null
}

/**
 * What became of a turn that wanted to run.
 *
 * @example
 * const opened: TurnOpened = await store.turns.open(opening)
 * if (opened.status === 'repeated') return JSON.parse(opened.reply)
 * if (opened.status === 'opened') return run(opened.session, opened.fence)
 */
export type TurnOpened =
  /** It runs here now: `close` it with this fence. Durable, so that it never runs again. */
  | {
      readonly status: 'opened'
      readonly fence: string
      readonly isNew: boolean
      readonly session: SessionState
      /** The work of an earlier turn ended with its process; its result will not come. */
      readonly isInterrupted: boolean
      /** Another message came with the same sequence. */
      readonly isOddSequence: boolean
      /**
       * What is missing before it: the turn of the `sequence` before this one, or the answer of the turn that
       * `isInterrupted` tells of. A turn is missing where the `sequence` is higher than one more than that of every turn of the
       * session and the turns behind that one, which may have none or one that was there. Left out where neither is, and by a
       * store that can't tell. Without it, a turn that another process answered while it could not use the store isn't noticed.
       */
      readonly missing?: 'turn' | 'answer' | undefined
    }
  /**
   * It was answered: the same reply again, as JSON. Without a sequence the same words may be a new answer, so then only for
   * a copy, which gets the last one's reply, and for the very last turn of a session that is over: see `over`.
   */
  | {
      readonly status: 'repeated'
      readonly reply: string
      /**
       * The {@link TurnRef.turn} whose reply it is, the last answered one, where that is another: no such turn is known, and its
       * sequence is lower than the highest that was answered, or the same and a turn without one was answered since. So the
       * answer to an earlier screen isn't taken for one to the screen on the phone.
       */
      readonly turn?: string | undefined
    }
  /** Its handler began in a process that has ended, and is not run again: `close` it with a release. */
  | { readonly status: 'interrupted'; readonly fence: string; readonly session: SessionState }
  /**
   * It runs in a process that lives and has no answer yet (`isSame`), or something else of its session runs: another
   * turn, or work that goes on after its waiting screen. Wait for `watch`, then open it again.
   */
  | { readonly status: 'running'; readonly isSame: boolean }
  /**
   * Nothing runs in the session any more. A turn without a sequence that is told so is remembered as the last one, where there
   * is one before it: from then on that one is not repeated either.
   */
  | { readonly status: 'over' }
  /** Its sequence is older than the turns that are kept, which are the last 64. */
  | { readonly status: 'forgotten' }
  /**
   * Work goes on in the session, and as many turns were noted beside it as are kept, which are 64 with its own: there
   * is no room to remember another until it has ended.
   */
  | { readonly status: 'busy' }

/**
 * How a turn is answered.
 *
 * @example
 * const closing: TurnClosing = {
 *   ...turn,
 *   fence,
 *   reply: JSON.stringify(reply),
 *   screen: 'How many?',
 *   source: 'handler',
 *   ms: 12,
 *   session: { state: '{"step":2}', isOver: false, masksAnswer: false, late: null },
 *   goesOn: false,
 * }
 * if (!(await store.turns.close(closing))) log.warn({ turn }, 'the session has gone on')
 */
export interface TurnClosing extends TurnRef {
  /** From `opened` or `interrupted`. */
  readonly fence: string
  /** The reply as JSON, for repeats. */
  readonly reply: string
  /** For transcripts: the screen, masked where it must be, and how it came about. */
  readonly screen: string
  readonly source: string
  /** ms from the arrival to the answer. */
  readonly ms: number
  /** What follows for the session. `state` undefined leaves it as it is. */
  readonly session: Omit<SessionState, 'state'> & { readonly state: string | null | undefined }
  /** From where another session may go on; null takes that away, undefined leaves it as it is. */
  readonly resume?: ResumeMark | null | undefined
  /** Whether the handler goes on after this answer, which is a waiting screen. */
  readonly goesOn: boolean
}

/**
 * An answer to a turn that never ran here: a waiting screen while another process works, a release. With `isOver` the
 * session is over, and what runs in it is fenced as by `end`. Beside a turn that is open still, `entered` is not kept.
 *
 * @example
 * const note: TurnNote = { ...opening, reply, screen: 'Still working', source: 'waiting', ms: 6_000, isOver: false }
 * await store.turns.note(note)
 */
export interface TurnNote extends Omit<TurnOpening, 'attempt' | 'isCopy'> {
  readonly reply: string
  readonly screen: string
  readonly source: string
  readonly ms: number
  readonly isOver: boolean
}

/**
 * The result of work whose turn was answered with a waiting screen.
 *
 * @example
 * const late: LateResult = { kind: 'ussd', sessionId: 'session-1', fence, reply: JSON.stringify(reply), state: undefined }
 * const isWanted = await store.turns.finish(late)
 */
export interface LateResult extends SessionKey {
  readonly fence: string
  /** The reply as JSON. */
  readonly reply: string
  /** undefined leaves it as it is. */
  readonly state: string | null | undefined
  /** As in a {@link TurnClosing}. */
  readonly resume?: ResumeMark | null | undefined
}

/**
 * Where a session may be resumed: `resumable` finds the session's state as it was committed last, whether the session is
 * over, expired or swept. A session has one key at most, so another one takes the
 * place of the first; a key belongs to one session at most: committing a mark with the key of another session takes that
 * one's away and ends it as a note with `isOver` does, so that no two go on from one state. `end` of it may be the first
 * still.
 *
 * @example
 * const mark: ResumeMark = { key: phoneKey, within: 600_000 }
 */
export interface ResumeMark {
  /** At most 200 characters. */
  readonly key: string
  /** ms from this commit on, counted by the store: the clock of the caller has no part in it. */
  readonly within: number
  /** The state is that of a session's end. The one who asks learns whether its screen was `seen`. */
  readonly isEnd?: boolean | undefined
  /**
   * The {@link Resumable.version} that was found under the key before this session had it, null where nothing was. Where
   * another session has committed something else there since, this one is overtaken: it takes no key and commits nothing.
   * A state equal to this one is nothing else. Undefined takes the key from anybody.
   */
  readonly after?: string | null | undefined
}

/**
 * What may be resumed.
 *
 * @example
 * const isOver = ({ seenFor }: Resumable, age: number) => seenFor !== null && seenFor >= age
 */
export interface Resumable {
  /** As JSON. */
  readonly state: string
  /** Of an end: ms since `seen` was told, counted by the store; null where it was not, or `end` was told as well. */
  readonly seenFor: number | null
  /**
   * The store's own, at most 64 characters: the same for as long as nothing is committed under the key but that its end
   * was `seen`.
   */
  readonly version: string
  /** Whether it is the end of a session that the subscriber has left: a `version` of its own. Left out where it isn't. */
  readonly isLeft?: boolean | undefined
}

/**
 * An effect that is about to begin: something that must not be done twice.
 *
 * @example
 * const beginning: EffectBeginning = { key, attempt: randomUUID(), within: 86_400_000, turn, left: null }
 * const begun = await store.turns.begin(beginning)
 * if (begun.status === 'begun') await store.turns.conclude({ key, attempt, outcome: JSON.stringify(await order(key)) })
 */
export interface EffectBeginning {
  /** Names the effect in its registration, whoever asks and in whichever session. At most 200 characters. */
  readonly key: string
  /**
   * Names this asking, unique, at most 64 characters. Asked again with the same one, an effect that it holds (it was told
   * `begun` or `unknown`) is answered the same and nothing is changed, even where its turn may not write any more: so an
   * answer that was lost on its way leaves no effect that nobody does.
   */
  readonly attempt: string
  /** It is known at least so long, ms, counted by the store. Of several who ask for it the last time counts. */
  readonly within: number
  /**
   * The turn that it belongs to: its session's state is committed together with the beginning, whatever has become of
   * the effect, and the session's time begins anew. Where the turn may not write any more nothing is begun or committed.
   * Null for a session that is not kept in the store.
   */
  readonly turn: EffectTurn | null
  /**
   * What a session that is not kept in the store leaves for another, committed together with the beginning: the session
   * that has its key ends. Null where it leaves nothing, and beside a turn.
   */
  readonly left: LeftState | null
}

/**
 * A state that may be resumed, and belongs to no session of the store.
 *
 * @example
 * const left: LeftState = { state: '{"step":2}', resume: { key: phoneKey, within: 600_000 } }
 */
export interface LeftState {
  readonly state: string
  readonly resume: ResumeMark
}

/**
 * The turn that an effect belongs to.
 *
 * @example
 * const turn: EffectTurn = { kind: 'ussd', sessionId: 'session-1', fence, state: '{"step":2}', resume: undefined }
 */
export interface EffectTurn extends SessionKey {
  /** From `opened` or `interrupted`. It may have had its waiting screen. */
  readonly fence: string
  readonly state: string
  /** As in a {@link TurnClosing}. */
  readonly resume: ResumeMark | null | undefined
}

/**
 * What became of an effect that wanted to begin.
 *
 * @example
 * const isMine = ({ status }: EffectBegun) => status === 'begun'
 */
export type EffectBegun =
  /** It was never begun before: do it now, then `conclude`. Durable, also over a power cut. */
  | { readonly status: 'begun' }
  /** Somebody does it, in a process that lives. */
  | { readonly status: 'running' }
  /**
   * It was begun, and whoever did it has ended or has left it: nobody knows whether it happened. It is in the hands of
   * this attempt from now on (others are told `running`), until that concludes it or leaves it.
   */
  | { readonly status: 'unknown' }
  /** It is done; its outcome as it was concluded. */
  | { readonly status: 'concluded'; readonly outcome: string }
  /**
   * The turn may not write any more: its session has ended or has gone on. Nothing was begun or committed. Or this attempt has left the
   * effect: it may have come late, over a connection that was given up, and nobody would do it.
   */
  | { readonly status: 'fenced' }
  /**
   * Another session committed something under the key of the mark since (`after`): look at that first. Nothing was begun
   * or committed, and the turn may write still.
   */
  | { readonly status: 'overtaken' }

/**
 * The outcome of an effect.
 *
 * @example
 * await store.turns.conclude({ key, attempt, outcome: '{"id":"order-1"}' })
 */
export interface EffectConclusion {
  readonly key: string
  /** The one that began it, or was told `unknown`. */
  readonly attempt: string
  /**
   * Anything, at most 65,536 characters; also from one that does not hold it any more, where it is the first. Null leaves
   * it, if this attempt holds it: whoever asks next is told `unknown`, and this attempt `fenced`.
   */
  readonly outcome: string | null
  /** By what a person finds it. A store that can't erase what is kept of one person may leave it out. */
  readonly about?: EffectAbout | undefined
}

/**
 * What an outcome is called, and whose it is.
 *
 * @example
 * const about: EffectAbout = { name: 'order', whose: phoneKey }
 */
export interface EffectAbout {
  /** As the application calls it: at most 64 characters. */
  readonly name: string
  /** A digest: that of the session's phone, as in a {@link TurnOpening}, or of the entry's id. */
  readonly whose: string
}

/**
 * The end of a session by the subscriber.
 *
 * @example
 * const ending: SessionEnding = { ...key, at: Date.now(), type: 'timeout', sequence: 3, phone, phoneKey, expiry: 90_000 }
 * const { isFirst, state } = await store.turns.end(ending)
 */
export interface SessionEnding extends SessionKey {
  readonly at: number
  /** `release` or `timeout`. */
  readonly type: string
  readonly sequence: number | null
  readonly phone: string
  readonly phoneKey: string
  readonly expiry: number
}

/**
 * What others did to a session that is watched.
 *
 * @example
 * const onChange = (change: SessionChange) => (change === 'ended' ? controller.abort() : openAgain())
 */
export type SessionChange =
  /** A turn of it was answered, what ran in it has ended, or its process has. Told too often it does no harm. */
  | 'free'
  /** The subscriber has left, or the session went on without what runs here. Told only when it is so. */
  | 'ended'

/**
 * One turn of a transcript.
 *
 * @example
 * const line = ({ entered, screen, source }: TranscriptTurn) => `${entered ?? '****'}: ${screen} (${source})`
 */
export interface TranscriptTurn {
  /** Epoch ms. */
  readonly at: number
  readonly sequence: number | null
  readonly type: string
  /** null where it is masked. */
  readonly entered: string | null
  /** Masked where it must be; null while it runs. */
  readonly screen: string | null
  /** `handler`, `waiting`, `failed`, …; null while it runs. */
  readonly source: string | null
  /** From arrival to answer; null while it runs. */
  readonly ms: number | null
}

/**
 * A session as lists show it.
 *
 * @example
 * const isTroubled = ({ fallbacks, isOver }: SessionSummary) => fallbacks > 0 && !isOver
 */
export interface SessionSummary extends Omit<SessionKey, 'owner'> {
  /** Shortened. */
  readonly phone: string
  /** Epoch ms. */
  readonly startedAt: number
  readonly lastAt: number
  readonly turns: number
  readonly isOver: boolean
  /** Turns that were answered by something else than the handler in time. */
  readonly fallbacks: number
}

/**
 * What sessions are looked for; they must fit all that is given.
 *
 * @example
 * const filter: SessionFilter = { registration: 'default', kind: 'ussd', since: Date.now() - 3_600_000 }
 */
export interface SessionFilter {
  readonly registration: string
  readonly kind?: TurnKind | undefined
  /** From a whole phone number. */
  readonly phoneKey?: string | undefined
  /** Begun at this time or later, epoch ms. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/**
 * A page of sessions, newest first.
 *
 * @example
 * const query: SessionQuery = { registration: 'default', limit: 50 }
 * const { sessions } = await look.sessions.list(query)
 */
export interface SessionQuery extends SessionFilter {
  /** 1 to 1,000. */
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * A page of sessions.
 *
 * @example
 * const page: SessionPage = await look.sessions.list(query)
 * if (page.next !== undefined) await look.sessions.list({ ...query, cursor: page.next })
 */
export interface SessionPage {
  readonly sessions: readonly SessionSummary[]
  readonly next: string | undefined
}

/**
 * A session with its turns, oldest first.
 *
 * @example
 * const [latest]: readonly Transcript[] = await look.sessions.get('default', 'session-1')
 * console.table(latest?.transcript)
 */
export interface Transcript extends SessionSummary {
  /** What finds the other sessions of its phone, as in {@link SessionFilter}. */
  readonly phoneKey: string
  readonly transcript: readonly TranscriptTurn[]
}

/**
 * Sessions for people and tools. Nothing here is unmasked.
 *
 * @example
 * const sessions: SessionLook = (await store.look()).sessions
 * const transcripts = await sessions.get('default', 'session-1')
 */
export interface SessionLook {
  list(query: SessionQuery): Promise<SessionPage>
  /** Every session of that id, the newest first: ids may come again, and have several owners. */
  get(registration: string, sessionId: string): Promise<readonly Transcript[]>
}

/**
 * The sessions of a registration: what a turn needs to be answered once, by any process.
 *
 * Every method rejects with `FMW_STORE_UNAVAILABLE` while the store cannot do it.
 *
 * @example
 * const turns: TurnStore = opened.turns
 * const turn = await turns.open(opening)
 * if (turn.status === 'opened') await turns.close({ ...closing, fence: turn.fence })
 */
export interface TurnStore extends SessionLook {
  /**
   * Decides in one step what becomes of a turn. At most one turn of a session is open at a time. An initiation begins a
   * session anew where only an `end` is known of it.
   */
  open(opening: TurnOpening): Promise<TurnOpened>
  /**
   * Commits a turn's reply and what follows from it. Asked again with the same turn and fence it answers as before and
   * changes nothing. A session whose mark was overtaken ends as by a note with `isOver`.
   *
   * @returns false when the session has gone on without it
   */
  close(closing: TurnClosing): Promise<boolean>
  /**
   * Commits late work: from here on nothing runs in the session, and the next turn is opened with `late`. Asked again
   * with the same fence it answers as before and changes nothing. A session whose mark was overtaken ends, as in `close`.
   *
   * @returns false when the session has gone on without it
   */
  finish(result: LateResult): Promise<boolean>
  /**
   * Decides in one step whether an effect may begin. Other than turns it is not bound to its session: it is known by its
   * key for as long as `within` says, whatever becomes of that.
   */
  begin(effect: EffectBeginning): Promise<EffectBegun>
  /**
   * Commits the outcome of an effect, also when its session has ended or has gone on: what was done was done. The first
   * outcome stands; asked again, or for an effect that is not known, it changes nothing.
   */
  conclude(conclusion: EffectConclusion): Promise<void>
  /** What may be resumed under a key; null where there is nothing any more. */
  resumable(key: string): Promise<Resumable | null>
  /**
   * The last screen of a session went out. It counts for what the session left as its end (`isEnd`), and not where the
   * subscriber has left: told by `end`, before or after, or by another session of the same kind and `phoneKey` that was
   * begun since this one, before. Then nobody can have seen that screen.
   */
  seen(session: SessionKey): Promise<void>
  /** Remembers an answer that was given without opening the turn, unless the turn is known. */
  note(note: TurnNote): Promise<void>
  /**
   * The subscriber has left: fences what runs. `isFirst` is true once for a session, for whoever runs `onLeave`. What the
   * session left as its end counts as not seen.
   */
  end(ending: SessionEnding): Promise<{ readonly isFirst: boolean; readonly state: string | null }>
  /**
   * Tells what others do to a session, until the function that it returns is called. What this process does to it
   * may be told too, or not. Nothing is missed between a turn that was `running` and this call: where nothing runs
   * any more, that is told as well.
   */
  watch(session: SessionKey, listener: (change: SessionChange) => void): () => void
  /**
   * Forgets sessions that have expired: their states and replies at once, their transcripts after `keep` ms. Forgets
   * effects and what may be resumed when their time is over, whatever has become of them.
   *
   * @returns how many rows; call again until it is 0
   */
  sweep(keep: number, most: number): Promise<number>
}

/**
 * Whether a turn was answered by something else than its handler in time. Whoever left needed no answer, and a late
 * result is the handler's own: the waiting screen before it is what counts.
 */
export function isFallback(source: string): boolean {
  return !answers.has(source)
}

const answers: ReadonlySet<string> = new Set(['handler', 'late', 'ended'])
