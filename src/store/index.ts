export type { BacklogState, KindBacklog } from './backlog.ts'
export type {
  AttemptRecord,
  EntryReview,
  EntryState,
  EntrySummary,
  NewEntry,
  PayloadForm,
  StoredEntry,
} from './entry.ts'
export { type EntryKind, type FollowUpKind, followUpKinds } from './entry.ts'
export type {
  Acceptance,
  Claim,
  EntryCount,
  EntryFilter,
  EntryPage,
  EntryQuery,
  InboxLook,
  InboxRetention,
  InboxStore,
  Reviewed,
  ReviewSettling,
  SeenReview,
  Settlement,
} from './inbox-store.ts'
export type { OpenSession, OpenSessionPage, OpenSessionQuery, OpenSessions } from './open-sessions.ts'
export type { EntryErasure, Erased, ErasedNumber, Erasure, SealedOutcomes } from './people/erasure.ts'
export type { PersonEffect, PersonKept, PersonQuery, PersonSession, SessionStart } from './people/person.ts'
export type { KindStop, NewKindStop, StopsLook } from './people/stops.ts'
export type { NewTrailLine, TrailLine, TrailLook, TrailPage, TrailQuery, TrailStore } from './people/trail.ts'
export type { KeptValues, Rewriting, RewrittenRows } from './sealed/kept-values.ts'
export type { Durability, OpenStore, Store, StoreHealth, StoreLook, StoreUser } from './store.ts'
export { type StoreRoom, standardRoom } from './store.ts'
export type {
  EffectAbout,
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
  SessionFilter,
  SessionKey,
  SessionLook,
  SessionPage,
  SessionQuery,
  SessionState,
  SessionSummary,
  Transcript,
  TranscriptTurn,
  TurnClosing,
  TurnNote,
  TurnOpened,
  TurnOpening,
  TurnRef,
  TurnStore,
} from './turn-store.ts'
