import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  LateResult,
  Resumable,
  SessionEnding,
  SessionKey,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
} from '../../turn-store.ts'

/** What the worker of turns is asked for, by name: arguments and answer. Texts are as `keepText` makes them. */
export interface TurnsOperations {
  open: {
    /** @param fence a number that no other opening has */
    readonly asked: readonly [registration: string, opening: TurnOpening, holder: number, fence: number, room?: number]
    readonly answer: TurnOpened
  }
  close: { readonly asked: readonly [registration: string, closing: TurnClosing]; readonly answer: Written }
  finish: { readonly asked: readonly [registration: string, result: LateResult]; readonly answer: Written }
  begin: {
    readonly asked: readonly [registration: string, effect: EffectBeginning, holder: number]
    readonly answer: Begun
  }
  conclude: {
    readonly asked: readonly [registration: string, conclusion: EffectConclusion]
    readonly answer: undefined
  }
  resumable: {
    readonly asked: readonly [registration: string, key: string]
    readonly answer: Resumable | null
  }
  seen: { readonly asked: readonly [registration: string, session: SessionKey]; readonly answer: undefined }
  note: { readonly asked: readonly [registration: string, note: TurnNote, room?: number]; readonly answer: undefined }
  end: {
    readonly asked: readonly [registration: string, ending: SessionEnding, room?: number]
    readonly answer: { readonly isFirst: boolean; readonly state: string | null }
  }
  /** How a session does, for those who watch it. */
  look: {
    readonly asked: readonly [registration: string, session: SessionKey]
    readonly answer: 'working' | 'free' | 'ended'
  }
  /** Whoever held work has gone. Answers with the sessions that it leaves work in. */
  leave: {
    readonly asked: readonly [registration: string, holder: number]
    readonly answer: readonly SessionKey[]
  }
  sweep: { readonly asked: readonly [registration: string, keep: number, most: number]; readonly answer: number }
}

/** What became of something that was to be written to a session. */
export interface Written {
  readonly isWritten: boolean
  /** The session that lost its key by it, and has ended. */
  readonly ended: SessionKey | undefined
}

/** What became of an effect that wanted to begin. */
export interface Begun {
  readonly begun: EffectBegun
  readonly ended: SessionKey | undefined
}

/** One of them on its way. */
export type TurnsTask = {
  [Name in keyof TurnsOperations]: readonly [name: Name, asked: TurnsOperations[Name]['asked']]
}[keyof TurnsOperations]
