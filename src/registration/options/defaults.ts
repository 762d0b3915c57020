import { standardRoom } from '../../store/room.ts'

/** What holds where nothing is set (design, "Identity, lanes, defaults"). ms, bytes, days. */
export const defaults = {
  bodyLimit: 64 * 1024,
  bodyTimeout: 10_000,
  budget: 6_000,
  maxWork: 50_000,
  sessionExpiry: 90_000,
  maxSessions: 20_000,
  maxSessionBytes: 32 * 1_048_576,
  blockedAfter: 100,
  attemptTimeout: 30_000,
  attempts: 10,
  retryFrom: 1_000,
  retryUpTo: 3_600_000,
  lanes: 16,
  closeGrace: 8_000,
  keepEntries: 90,
  keepIdentities: 400,
  keepRejected: 10_000,
  keepSessions: 7,
  keepEntriesBytes: standardRoom.entries,
  keepIdentitiesBytes: standardRoom.identities,
  keepRejectedBytes: standardRoom.rejected,
  keepSessionsBytes: standardRoom.sessions,
  // Field notes, "Final status".
  reconcileAfter: 300_000,
  giveUpAfter: 259_200_000,
} as const
