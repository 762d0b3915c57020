/** The chosen row. */
export const detail = {
  problems: {
    late: 'The answer came after the deadline. The service had given up.',
    thrown: (line: string, place: string | null) =>
      `Your handler failed${place === null ? '' : ` at ${place}`}: ${line}`,
    unknownFailure: 'Your handler failed. The log of your app says why.',
    refused: (direction: 'push' | 'call', status: number, said: string) =>
      `${direction === 'call' ? 'The service refused it with' : status < 500 ? 'Your app refused it with' : 'Your app answered'} ${status}${said === '' ? '.' : `: ${said}`}`,
    forgeryRefused: (status: number | null) =>
      `Refused with ${status}, as it should be. It was a forgery, and your app didn’t take it. There is nothing to fix.`,
    /** What to do, by the status that your app answered. */
    next: (status: number, path: string): string | undefined =>
      ({
        401: 'The verifier of your app refused it. Is the secret in the address the one of your app?',
        403: 'The verifier of your app refused it. Is the secret in the address the one of your app?',
        404: `Your app has no route at ${path}. Check the plugin’s prefix, and its handler for this kind. fastify-merchant-webhooks doctor checks both.`,
        415: 'Your app can’t read a body of this type. Does something parse bodies before the plugin?',
        500: 'Your handler threw, or the payment isn’t decided yet. The log of your app says why.',
        503: 'Your app can’t keep it now. Is its store up?',
      })[status] ?? (status >= 500 ? 'The log of your app says why.' : undefined),
  },
  waitsForAnswer: 'Your app hasn’t answered yet. All else stands here as soon as it does.',
  standsAlone: 'No other row is about the same session, payment or message.',
  noRow: 'No row is chosen.',
  noRowNext: 'Choose one in the log, or press j.',
  rowGone: 'This row is no longer in the log.',
  tabs: { story: 'Story', push: 'Request', reply: 'Reply', time: 'Time', faults: 'Faults', compare: 'Compare' },
  body: 'Body',
  payload: {
    asSent: 'As sent',
    hex: 'Bytes',
    notText: 'Some of it isn’t UTF-8, and is shown as □. Bytes shows what came.',
    cutOff: 'The log keeps the first 64 KB of a body.',
  },
  headers: (count: number) => `Headers (${count})`,
  read: 'As the plugin reads it',
  readBody: 'As the plugin reads the body',
  bodyAlone:
    'This is only the body. Your handler’s reference and evidence also come from the signed address and the service.',
  handlerGot: 'Your handler got',
  refusedAs: (problem: string) => `The plugin refused it: ${problem}`,
  notes: 'Notes of the plugin',
  noAnswer: 'No answer came.',
  statusIs: 'Status',
  screen: 'What the subscriber reads',
  problem: 'Problem',
  noProblem: 'No problem.',
  sentByHand: 'You sent it by hand.',
  noFaultsHere: 'No fault changed it.',
  attempt: (attempt: number) => (attempt === 1 ? 'First attempt.' : `Attempt ${attempt} of the same push.`),
  time: {
    title: (ms: string, deadline: string) => `${ms} of ${deadline}`,
    whole: 'Time used of the deadline',
    steps: 'Time of each step',
    step: 'Step',
    begins: 'Begins',
    took: 'Took',
    late: 'Late work of an earlier turn',
    lateWhy:
      'An earlier turn showed a waiting screen. This turn got its result. Times count from the arrival of this turn.',
    goesOn: 'goes on',
    wire: (ms: string) => `${ms} more: the wire and the host.`,
    none: 'No timing for this row.',
    noneWhy:
      'Pushes are timed in development only. An app in another process needs the simulator’s MERCHANT_TIMING_SECRET, and a NODE_ENV other than production. Reply shows the answer.',
    handled: 'Questions and your handler',
    names: {
      verify: 'Verifier',
      body: 'Receive the body',
      parse: 'Read and check',
      store: 'Store',
      wait: 'Wait for an earlier turn',
      handler: 'Your handler',
      load: 'load',
      once: 'once',
      encode: 'Write the reply',
    },
  },
  wholeStory: (count: number) => `The whole story (${count} rows)`,
  searchSame: 'Show all rows with the same',
}
