/** What holds where nothing is set (design, "Identity, lanes, defaults"). ms and bytes. */
export const defaults = {
  bodyLimit: 64 * 1024,
  budget: 6_000,
  maxWork: 50_000,
  sessionExpiry: 90_000,
  maxSessions: 20_000,
  blockedAfter: 100,
  attemptTimeout: 30_000,
} as const
