/** What a verdict says: on the page, and in a recorded file. */
export interface VerdictWords {
  readonly right: string
  readonly close: string
  readonly late: string
  readonly wrong: string
  readonly failed: string
  readonly unanswered: string
  readonly timedOut: string
  readonly heldUp: string
  readonly pending: string
  readonly forgeryRefused: string
  readonly forgeryTaken: string
  readonly forgeryUnread: string
  readonly refused: (status: number | null, direction: 'push' | 'call') => string
  /** Turns that the plugin answered in place of the handler, by their source. */
  readonly failing: Readonly<Partial<Record<string, string>>>
  /** Of a payment, by what was decided. */
  readonly butDiffers: (decided: string) => string
  readonly toReview: (decided: string) => string
}

export const verdictWords: VerdictWords = {
  right: 'ok',
  close: 'close to the deadline',
  late: 'too late',
  wrong: 'wrong answer',
  failed: 'handler failed',
  unanswered: 'no answer',
  timedOut: 'timed out',
  heldUp: 'delayed',
  pending: 'waiting for your app',
  forgeryRefused: 'forgery refused',
  forgeryTaken: 'forgery answered',
  forgeryUnread: 'forgery reached nobody',
  refused: (status, direction) =>
    direction === 'call' ? `refused ${status}` : `app ${Number(status) < 500 ? 'refused' : 'says'} ${status}`,
  failing: {
    deadline: 'given up',
    interrupted: 'interrupted',
    unavailable: 'store fails',
  },
  butDiffers: (decided) => `${decided}, differs`,
  toReview: (decided) => `${decided}, to review`,
}
