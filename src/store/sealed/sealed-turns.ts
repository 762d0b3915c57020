import { digest } from '../../pushes/reading/identifiers.ts'
import type { OpenSessions } from '../open-sessions.ts'
import type { PersonKept } from '../people/person.ts'
import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  EffectTurn,
  LateResult,
  LeftState,
  Resumable,
  ResumeMark,
  SessionChange,
  SessionEnding,
  SessionKey,
  SessionLook,
  SessionPage,
  SessionQuery,
  SessionState,
  SessionSummary,
  Transcript,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
  TurnStore,
} from '../turn-store.ts'
import { is } from './sealed-look.ts'
import { type Fits, type Place, placeOf, type SealedPart, type Seals } from './seals.ts'

/** Sessions for people and tools, with what is sealed in them open. */
export class SealedSessionLook implements SessionLook {
  protected readonly seals: Seals
  readonly #look: SessionLook

  constructor(look: SessionLook, seals: Seals) {
    this.#look = look
    this.seals = seals
  }

  list(query: SessionQuery): Promise<SessionPage> {
    return this.#look.list(query)
  }

  /** @throws FMW_SEALED */
  async get(registration: string, sessionId: string): Promise<readonly Transcript[]> {
    const found = await this.#look.get(registration, sessionId)
    return found.map((session) => {
      const texts = new SessionTexts(this.seals, registration, session)
      const transcript = session.transcript.map((turn) => ({
        ...turn,
        entered: texts.open('answer', turn.entered),
        screen: texts.open('screen', turn.screen),
      }))
      return { ...session, transcript }
    })
  }
}

/** The open sessions, with what is sealed in them open. A list throws FMW_SEALED. */
export function openSessionsIn(look: OpenSessions, seals: Seals): OpenSessions {
  return {
    count: (registration) => look.count(registration),
    list: async (query) => {
      const page = await look.list(query)
      const sessions = page.sessions.map((session) => {
        const texts = new SessionTexts(seals, query.registration, session)
        return { ...session, state: texts.open('state', session.state), screen: texts.open('screen', session.screen) }
      })
      return { ...page, sessions }
    },
  }
}

/** What is kept of one person beside entries, with what is sealed in it open. @throws FMW_SEALED */
export function openPerson(seals: Seals, registration: string, { sessions, effects }: PersonKept): PersonKept {
  return {
    sessions: sessions.map((session) => ({
      ...session,
      state: new SessionTexts(seals, registration, session).open('state', session.state),
    })),
    effects: effects.map((effect) => {
      const outcome = seals.openText('outcome', effect.outcome, `the effect '${effect.name}'`, () => true)
      return { ...effect, outcome }
    }),
  }
}

/** Turns whose texts are sealed in their store. */
export class SealedTurns extends SealedSessionLook implements TurnStore {
  readonly #store: TurnStore
  readonly #registration: string

  constructor(store: TurnStore, seals: Seals, registration: string) {
    super(store, seals)
    this.#store = store
    this.#registration = registration
  }

  /** @throws FMW_SEALED */
  async open(opening: TurnOpening): Promise<TurnOpened> {
    const texts = this.#textsOf(opening)
    const entered = texts.keep('answer', opening.entered)
    return opened(texts, opening, await this.#store.open({ ...opening, entered }))
  }

  async close(closing: TurnClosing): Promise<boolean> {
    const texts = this.#textsOf(closing)
    const { session } = closing
    const resume = await this.#unlessEqual(closing.resume, session.state)
    return this.#store.close({
      ...closing,
      reply: texts.keepReply(closing, closing.reply),
      screen: texts.keep('screen', closing.screen),
      session: {
        ...session,
        state: this.#keptState(closing, session.state, resume),
        late: session.late === null ? null : texts.keep('late reply', session.late),
      },
      resume,
    })
  }

  async finish(result: LateResult): Promise<boolean> {
    const resume = await this.#unlessEqual(result.resume, result.state)
    const reply = this.#textsOf(result).keep('late reply', result.reply)
    return this.#store.finish({ ...result, reply, state: this.#keptState(result, result.state, resume), resume })
  }

  /** @throws FMW_SEALED */
  async begin(effect: EffectBeginning): Promise<EffectBegun> {
    const turn = effect.turn && (await this.#keptTurn(effect.turn))
    const left = effect.left && (await this.#keptLeft(effect.left))
    const begun = await this.#store.begin({ ...effect, turn, left })
    if (begun.status !== 'concluded') return begun
    const fits: Fits = ([place]) => is(place, this.#placeOfEffect(effect.key))
    return { ...begun, outcome: this.seals.openText('outcome', begun.outcome, `the effect ${effect.key}`, fits) }
  }

  conclude(conclusion: EffectConclusion): Promise<void> {
    const { key, outcome } = conclusion
    if (outcome === null) return this.#store.conclude(conclusion)
    const kept = this.seals.keepText('outcome', outcome, () => [this.#placeOfEffect(key)])
    return this.#store.conclude({ ...conclusion, outcome: kept })
  }

  /** @throws FMW_SEALED */
  async resumable(key: string): Promise<Resumable | null> {
    const found = await this.#store.resumable(key)
    if (found === null) return null
    const state = this.#openLeft(key, found.state)
    return { ...found, state, version: versionOf(found, state) }
  }

  seen(session: SessionKey): Promise<void> {
    return this.#store.seen(session)
  }

  note(note: TurnNote): Promise<void> {
    const texts = this.#textsOf(note)
    return this.#store.note({
      ...note,
      entered: texts.keep('answer', note.entered),
      reply: texts.keepReply(note, note.reply),
      screen: texts.keep('screen', note.screen),
    })
  }

  /** @throws FMW_SEALED */
  async end(ending: SessionEnding): Promise<{ readonly isFirst: boolean; readonly state: string | null }> {
    const { isFirst, state } = await this.#store.end(ending)
    return { isFirst, state: this.#textsOf(ending).open('state', state) }
  }

  watch(session: SessionKey, listener: (change: SessionChange) => void): () => void {
    return this.#store.watch(session, listener)
  }

  sweep(keep: number, most: number): Promise<number> {
    return this.#store.sweep(keep, most)
  }

  #textsOf(session: SessionKey): SessionTexts {
    return new SessionTexts(this.seals, this.#registration, session)
  }

  #placeOfEffect(key: string): Place {
    return placeOf('effect', this.#registration, key)
  }

  #placeOfKey(key: string): Place {
    return placeOf('resumable', this.#registration, key)
  }

  #keptState<State extends string | null | undefined>(
    session: SessionKey,
    state: State,
    resume: ResumeMark | null | undefined,
  ): State | string {
    if (typeof state !== 'string') return state
    return this.seals.keepText('state', state, () => {
      const own = placeOfSession(this.#registration, session)
      return resume ? [own, this.#placeOfKey(resume.key)] : [own]
    })
  }

  async #keptTurn(turn: EffectTurn): Promise<EffectTurn> {
    const resume = await this.#unlessEqual(turn.resume, turn.state)
    return { ...turn, state: this.#keptState(turn, turn.state, resume), resume }
  }

  async #keptLeft({ state, resume }: LeftState): Promise<LeftState> {
    const kept = this.seals.keepText('state', state, () => [noSession, this.#placeOfKey(resume.key)])
    return { state: kept, resume: await this.#unlessEqual(resume, state) }
  }

  /**
   * A state equal to that of a mark does not overtake it. Sealed, no two are equal: so what stands there is compared here,
   * and the store told that it is what was found. So it is where the same was sealed anew since.
   */
  async #unlessEqual<Mark extends ResumeMark | null | undefined>(
    resume: Mark,
    state: string | null | undefined,
  ): Promise<Mark | ResumeMark> {
    if (!resume || resume.after === undefined) return resume
    const isCompared = this.seals.isSealing && typeof state === 'string'
    if (!isCompared && !isVersionOfSealed(resume.after)) return resume
    const standing = await this.#store.resumable(resume.key)
    if (standing === null) return resume
    const left = this.#openLeft(resume.key, standing.state)
    const isSame = (isCompared && left === state) || versionOf(standing, left) === resume.after
    return isSame ? { ...resume, after: standing.version } : resume
  }

  /** A session that was closed without a word on its mark has sealed its state for itself alone. */
  #openLeft(key: string, state: string): string {
    const fits: Fits = ([, marked]) => marked === undefined || is(marked, this.#placeOfKey(key))
    return this.seals.openText('state', state, 'what was left to be resumed', fits)
  }
}

/** The texts of one session. */
class SessionTexts {
  readonly #seals: Seals
  readonly #registration: string
  readonly #session: Pick<SessionSummary, 'kind' | 'sessionId'>

  constructor(seals: Seals, registration: string, session: Pick<SessionSummary, 'kind' | 'sessionId'>) {
    this.#seals = seals
    this.#registration = registration
    this.#session = session
  }

  keep(part: SealedPart, text: string): string {
    return this.#seals.keepText(part, text, () => [this.#place()])
  }

  /** The reply of a turn belongs to that turn. */
  keepReply({ turn }: Pick<TurnOpening, 'turn'>, reply: string): string {
    return this.#seals.keepText('reply', reply, () => [this.#place(turn)])
  }

  open(part: SealedPart, text: string | null): string | null {
    return text === null ? null : this.#open(part, text, ([place]) => is(place, this.#place()))
  }

  openReply({ turn }: Pick<TurnOpening, 'turn'>, reply: string): string {
    return this.#open('reply', reply, ([place]) => is(place, this.#place(turn)))
  }

  #open(part: SealedPart, text: string, fits: Fits): string {
    return this.#seals.openText(part, text, `the session ${this.#session.sessionId}`, fits)
  }

  #place(...turn: readonly string[]): Place {
    return placeOfSession(this.#registration, this.#session, ...turn)
  }
}

function opened(texts: SessionTexts, opening: TurnOpening, told: TurnOpened): TurnOpened {
  if (told.status === 'repeated') {
    const { turn = opening.turn } = told
    return { ...told, reply: texts.openReply({ turn }, told.reply) }
  }
  if (told.status !== 'opened' && told.status !== 'interrupted') return told
  const { session } = told
  const read: SessionState = {
    ...session,
    state: texts.open('state', session.state),
    late: texts.open('late reply', session.late),
  }
  return { ...told, session: read }
}

function placeOfSession(
  registration: string,
  { kind, sessionId }: Pick<SessionSummary, 'kind' | 'sessionId'>,
  ...turn: readonly string[]
): Place {
  return placeOf('session', registration, kind, sessionId, ...turn)
}

/** What is sealed is told from others by what it says: sealed anew, it is the same. @param state it, open */
function versionOf({ state: kept, version, isLeft = false }: Resumable, state: string): string {
  return kept === state ? version : sealedVersion + digest([state, isLeft]).slice(sealedVersion.length)
}

function isVersionOfSealed(version: string | null): boolean {
  return version?.startsWith(sealedVersion) === true
}

const sealedVersion = 'sealed '

// Of a state that belongs to no session.
const noSession: Place = Buffer.alloc(16)
