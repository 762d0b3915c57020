/** What the application did with a push. */
export const work = {
  work: {
    title: 'What your app did',
    sources: {
      ended: 'session over',
      repeated: 'skipped',
      again: 'looked at again',
      conflict: 'contradicts',
    } as Readonly<Partial<Record<string, string>>>,
    /** Turns that the plugin answered in place of the handler. */
    failing: {
      deadline: 'given up',
      interrupted: 'interrupted',
      unavailable: 'store fails',
    } as Readonly<Partial<Record<string, string>>>,
    turns: {
      handler: { short: '', long: 'Your handler answered in time.' },
      repeated: {
        short: 'same again',
        long: 'The same turn came before: it got the same screen, and your handler did not run.',
      },
      waiting: {
        short: 'waiting screen',
        long: 'Your handler was not done in time: the plugin showed its waiting screen, and the work goes on.',
      },
      late: {
        short: 'late result',
        long: 'The work of an earlier turn was done by now: its result is the answer, and your handler did not run again.',
      },
      failed: {
        short: 'handler failed',
        long: 'Your handler failed: the plugin ended the session politely.',
      },
      deadline: {
        short: 'given up',
        long: 'Your handler was given up at the deadline: the plugin ended the session politely.',
      },
      ended: { short: 'session over', long: 'The session is over: your handler did not run.' },
      unknownType: { short: 'unknown type', long: 'No handler takes this type of turn.' },
      busy: { short: 'busy', long: 'There was no room for another session or turn: your handler did not run.' },
      interrupted: { short: 'interrupted', long: 'The process ended while your handler ran: it is not run again.' },
      unavailable: {
        short: 'store fails',
        long: 'The store could not keep the session: the plugin ended it politely. Is the database up?',
      },
    } as Readonly<Partial<Record<string, { readonly short: string; readonly long: string }>>>,
    repeated: 'The same notification came before. It was skipped: your handler does not run on it again.',
    again: 'The same notification came before, and failed for good or was not believed: it is looked at again.',
    conflict: 'It has the identity of an earlier notification and says something else. Both are kept.',
    states: {
      waiting: 'It waits for its next attempt.',
      running: 'Your handler works on it.',
      rejected: 'It was not believed, so your handler was not called.',
      dead: 'Every attempt of your handler failed: it is dead, and waits for a person.',
    } as Readonly<Partial<Record<string, string>>>,
    done: 'Your handler got it.',
    got: (outcome: string, evidence: string | null) =>
      `Your handler got it as ${outcome}${says[evidence ?? ''] ?? ''}.`,
    mustLook: (reasons: string) => `A person must look: ${reasons}.`,
    attempt: (number: number) => `Attempt ${number}`,
    doneAt: (number: number, before: readonly string[]) => `Done at attempt ${number}. Before: ${before.join('; ')}`,
    attempts: 'Runs of your handler',
    fine: 'done',
    calls: 'Questions to the service',
  },
}

const says: Readonly<Partial<Record<string, string>>> = {
  confirmed: ', confirmed by the service',
  signed: ', at an address that your app signed',
  callback: ', on the word of the push alone',
}
