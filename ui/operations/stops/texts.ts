/** The texts about kinds that are stopped. */
export const stopTexts = {
  banner: 'Stopped kinds',
  isStopped: (kind: string) => `${kind} is stopped`,
  isStoppedIn: (kind: string, registration: string) => `${kind} of ${registration} is stopped`,
  look: (registration: string) => `Look at ${registration}`,
  by: (by: string, since: string) => `by ${by}, ${since}`,
  start: (kind: string) => `Start ${kind}`,
  started: (kind: string) => `${kind} is started: every process hears of it within a few seconds.`,
  title: 'Stop a kind…',
  what: 'Every process takes no more of its pushes, until somebody starts it. Subscribers get a polite last screen. Notifications get a 503, and the service may not send them again. What was accepted before is handled.',
  kind: 'Kind',
  reason: 'Reason, which everybody here sees',
  stop: 'Stop it',
  stopped: (kind: string) => `${kind} is stopped: every process hears of it within a few seconds.`,
} as const
