import type {
  LateResult,
  SessionEnding,
  SessionKey,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
} from '../turn-store.ts'

/** What the worker of turns is asked for, by name: arguments and answer. Texts are as `keepText` makes them. */
export interface TurnsOperations {
  open: {
    /** @param fence a number that no other opening has */
    readonly asked: readonly [registration: string, opening: TurnOpening, holder: number, fence: number]
    readonly answer: TurnOpened
  }
  close: { readonly asked: readonly [registration: string, closing: TurnClosing]; readonly answer: boolean }
  finish: { readonly asked: readonly [registration: string, result: LateResult]; readonly answer: boolean }
  note: { readonly asked: readonly [registration: string, note: TurnNote]; readonly answer: undefined }
  end: {
    readonly asked: readonly [registration: string, ending: SessionEnding]
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

/** One of them on its way. */
export type TurnsTask = {
  [Name in keyof TurnsOperations]: readonly [name: Name, asked: TurnsOperations[Name]['asked']]
}[keyof TurnsOperations]
