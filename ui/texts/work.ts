/** What the application did with a push. */
export const work = {
  work: {
    title: 'What your app did',
    sources: {
      ended: 'session over',
      repeated: 'skipped',
      again: 'handled again',
      conflict: 'contradicts',
    } as Readonly<Partial<Record<string, string>>>,
    turns: {
      handler: { short: '', long: 'Your handler answered in time.' },
      repeated: {
        short: 'same again',
        long: 'The same turn came before. It got the same screen, and your handler didn’t run.',
      },
      waiting: {
        short: 'waiting screen',
        long: 'Your handler wasn’t done in time. The plugin showed its waiting screen, and the work goes on.',
      },
      late: {
        short: 'late result',
        long: 'The work of an earlier turn has finished. Its result is the answer, and your handler didn’t run again.',
      },
      failed: {
        short: 'handler failed',
        long: 'Your handler failed. The plugin ended the session politely.',
      },
      deadline: {
        short: 'given up',
        long: 'Your handler reached the deadline. The plugin gave it up, and ended the session politely.',
      },
      ended: { short: 'session over', long: 'The session was over, so your handler didn’t run.' },
      unknownType: { short: 'unknown type', long: 'The plugin has no handler for this type of turn.' },
      busy: { short: 'busy', long: 'There were too many sessions or turns, so your handler didn’t run.' },
      interrupted: { short: 'interrupted', long: 'The process ended while your handler ran. It isn’t run again.' },
      unavailable: {
        short: 'store fails',
        long: 'The store couldn’t save the session. The plugin ended it politely. Is the database up?',
      },
    } as Readonly<Partial<Record<string, { readonly short: string; readonly long: string }>>>,
    repeated: 'The same notification came before. It was skipped, and your handler didn’t run again.',
    again: 'The same notification came before, and failed or was rejected. It is handled again.',
    conflict: 'An earlier notification has the same identity, and says something else. Both are kept.',
    states: {
      waiting: 'It waits for its next attempt.',
      running: 'Your handler is running.',
      rejected: 'The service didn’t confirm it, so your handler wasn’t called.',
      dead: 'Every attempt of your handler failed. It is dead until a person retries it.',
    } as Readonly<Partial<Record<string, string>>>,
    done: 'Your handler got it.',
    /** @param earlier the row whose push it got, where this one was skipped; undefined where that row is gone */
    got: (outcome: string, evidence: string | null, isSkipped: boolean, earlier: number | undefined) =>
      `Your handler got ${isSkipped ? (earlier === undefined ? 'the first one' : `the first one, row ${earlier},`) : 'it'} as ${outcome}${says[evidence ?? ''] ?? ''}.`,
    nextLook: (time: string) => `Your app looks at it again at ${time}, by its own clock.`,
    undecided: 'The plugin asks the service until the payment is decided. You decide it in the ledger.',
    mustLook: (reasons: string) => `A person must review it: ${reasons}.`,
    attempt: (number: number) => `Attempt ${number}`,
    doneAt: (number: number, before: readonly string[]) => `Done at attempt ${number}. Before: ${before.join('; ')}`,
    attempts: 'Attempts of your handler',
    fine: 'done',
    calls: 'Calls to the service',
  },
}

const says: Readonly<Partial<Record<string, string>>> = {
  confirmed: ', confirmed by the service',
  signed: ', at an address that your app signed',
  callback: ', on the word of the push alone',
}
